import { TargetError } from '../../../fixtures/targets/types.ts';
import type { Case } from '../../../engine/case.ts';
import type { Finding } from '../../../engine/outcome.ts';
import type { NoSession } from '../../../engine/sessions.ts';
import { failureOf, hasPassed } from '../failure-of.ts';
import type { LostNodes, SelfcheckNodeRun } from '../selfcheck-node.ts';
import type { MutantNode } from './mutant-node.ts';
import type { SourceMutant } from './source-mutant.ts';

/** What one case shows of one mutant. */
export type MutantTryResult =
  /** It fails with the mutant, and passes without. */
  | { readonly type: 'killed'; readonly finding: Finding }
  | { readonly type: 'survived' }
  /** It was not run completely, or ended with an internal error in Pyx. */
  | { readonly type: 'skipped' | 'internal'; readonly reason: string };

/**
 * Runs a case with a mutant. What fails is run again as the source says, on the same node: a mutant may leave behind what a
 * restore does not reach. Where the case fails then too, or its node was lost, the mutant is tried once more on a new node.
 * `limit`: hits of the mutant that are an endless loop. Throws `TargetError` if no node can be started any more.
 */
export async function tryMutant(node: MutantNode, testCase: Case, mutant: SourceMutant, limit?: number): Promise<MutantTryResult> {
  const attempt = async (): Promise<SelfcheckNodeRun | LostNodes | NoSession> => node.runMutant(testCase, mutant, limit);
  const first = await attempt();
  const result = resultOf(first, node);
  if (result.type !== 'killed' || node.startsMutants) return result;
  if (!('lost' in first)) {
    const without = await node.run(testCase);
    if ('outcome' in without && hasPassed(without.outcome)) return result;
    node.renew();
  }
  return resultOf(await attempt(), node);
}

function resultOf(run: SelfcheckNodeRun | LostNodes | NoSession, node: MutantNode): MutantTryResult {
  if ('lost' in run) return { type: 'killed', finding: failureOf(run.ended) ?? died(run.lost) };
  if (!('outcome' in run)) {
    if (!node.startsMutants) throw new TargetError(run.reason); // it was prepared without the mutant
    return { type: 'killed', finding: died(run.reason) };
  }
  const { outcome } = run;
  if (outcome.internal === true) return { type: 'internal', reason: outcome.reason ?? '' };
  const finding = failureOf(outcome);
  if (finding) return { type: 'killed', finding };
  return outcome.status === 'skipped' ? { type: 'skipped', reason: outcome.reason ?? '' } : { type: 'survived' };
}

/** Of a node that ended outside of the calls of the case. */
const died = (message: string): Finding => ({ check: 'died', evidence: 'health', source: 'a node runs until it is stopped', message });
