import { TargetError } from '../../fixtures/targets/types.ts';
import { Random } from '../../fixtures/world/random.ts';
import type { NoSession } from '../../engine/sessions.ts';
import type { Case } from '../../engine/case.ts';
import type { Finding } from '../../engine/outcome.ts';
import type { SelfcheckNode, SelfcheckNodeRun, LostNodes } from './selfcheck-node.ts';
import { failureOf, hasPassed, waivedIn } from './failure-of.ts';
import type { Alteration, PlantedFault } from './types.ts';

/** What one case shows of one fault. */
export type FaultTryResult =
  /** It fails with the fault, and passes without. */
  | { readonly type: 'found'; readonly finding: Finding }
  /** It passes although a call was altered. `waived`: its findings that the target file waives; see `waivedIn`. */
  | { readonly type: 'passed'; readonly waived: ReadonlyMap<string, string> }
  /** No call was altered. */
  | { readonly type: 'unreached' }
  /** It was not run completely, or ended with an internal error in Pyx. */
  | { readonly type: 'skipped' | 'internal'; readonly reason: string }
  /** A node ended in each run, for whatever reason. */
  | { readonly type: 'lost' }
  /** It fails without the fault too. */
  | { readonly type: 'unreliable' };

/** Whether a fault alters what the node receives, so that it leaves the node in another state than a correct one. */
export const altersNode = ({ operator }: Pick<PlantedFault, 'operator'>): boolean => operator.startsWith('request/');

/** A new alteration by a fault, the same for the same seed. */
export const alterationOf = (fault: PlantedFault, seed: number): Alteration => fault.make(Random.forCase(seed, fault.id));

/**
 * Runs a case with a fault, and again as often as it takes to know whether the fault makes it fail. Throws `TargetError` if
 * no node can be started any more.
 */
export async function tryFault(node: SelfcheckNode, testCase: Case, fault: PlantedFault, seed: number): Promise<FaultTryResult> {
  const attempt = async (): Promise<FaultTryResult> =>
    resultOfRun(await node.run(testCase, { newAlteration: () => alterationOf(fault, seed) }));
  if (node.restores) {
    let result = await attempt();
    // Whether the case itself has ended the node, or something else, is not known.
    if (result.type === 'found' && testCase.effect.includes('process')) result = await attempt();
    if (result.type !== 'found') return result;
    const passes = await node.passes(testCase);
    if (passes === undefined) return { type: 'lost' };
    return passes ? result : { type: 'unreliable' };
  }
  const wasFresh = node.isFresh;
  let result = await attempt();
  if ((result.type === 'found' || result.type === 'internal') && !wasFresh) {
    // An earlier run may have left the node in a state in which this one fails, or its files.
    if (result.type === 'internal' || altersNode(fault) || !(await passesNow(node, testCase))) {
      node.renew();
      result = await attempt();
    }
  }
  if (result.type !== 'unreached' && altersNode(fault)) node.renew();
  return result;
}

async function passesNow(node: SelfcheckNode, testCase: Case): Promise<boolean> {
  const run = await node.run(testCase);
  return 'outcome' in run && hasPassed(run.outcome);
}

function resultOfRun(run: SelfcheckNodeRun | LostNodes | NoSession): FaultTryResult {
  if ('lost' in run) return { type: 'lost' };
  if (!('outcome' in run)) throw new TargetError(run.reason); // the case had a node without the fault
  const { outcome, applied } = run;
  if (outcome.internal === true) return { type: 'internal', reason: outcome.reason ?? '' };
  if (applied === 0) return { type: 'unreached' };
  const finding = failureOf(outcome);
  if (finding) return { type: 'found', finding };
  return outcome.status === 'skipped' ? { type: 'skipped', reason: outcome.reason ?? '' } : { type: 'passed', waived: waivedIn(outcome) };
}
