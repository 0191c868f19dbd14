import { TargetError } from '../../../fixtures/targets/types.ts';
import type { ActiveMutant } from '../../../fixtures/targets/node-messages.ts';
import type { Finding } from '../../../engine/outcome.ts';
import type { CleanCase } from '../clean-case.ts';
import { failureOf, hasPassed } from '../failure-of.ts';
import type { RunSettings } from '../selfcheck-node.ts';
import type { MutantNode, MutantRun } from './mutant-node.ts';

/** What runs the cases. */
export type MutantRunner = Pick<MutantNode, 'runMutants' | 'run' | 'renew' | 'startsMutants'>;

/** What one case shows of one mutant. */
export type MutantTryResult =
  /** It fails with the mutant, and passes without. */
  | { readonly type: 'killed'; readonly finding: Finding }
  | { readonly type: 'survived' }
  /** It did not judge what it judges without the mutant, or ended with an internal error in Pyx. */
  | { readonly type: 'skipped' | 'internal'; readonly reason: string };

/** The case of a try. */
export type TriedCase = Pick<CleanCase, 'testCase' | 'durationMs'>;

/** The waits of a case are limited to twice what it takes without a mutant, and to this at least, in milliseconds. */
const settingsOf = ({ durationMs }: TriedCase): RunSettings => ({ longestWaitMs: Math.max(3_000, 2 * durationMs) });

/**
 * Whether a mutant was made to throw, since it was in an endless loop. A node that handles what is thrown then goes on as if nothing
 * had been: without the limit it would not, such as one that sends a message round and round.
 */
const wasStopped = ({ id, limit = Infinity }: ActiveMutant, { hits }: MutantRun): boolean => (hits.get(id) ?? 0) > limit;

/** What has not come after this time with a mutant never comes. */
const confirming = ({ durationMs }: TriedCase): RunSettings => ({ longestWaitMs: Math.max(15_000, 4 * durationMs) });

/**
 * Runs a case with a mutant. What fails is run again as the source says, on the same node: a mutant may leave behind what a
 * restore does not reach. Where the case fails then too, or its node was lost, the mutant is tried once more on a new node.
 * Waits are cut short, since few of them have an end with a mutant; what fails so is run again with more time. What passes only since an
 * endless loop was ended is run again without that.
 * Throws `TargetError` if no node can be started any more.
 */
export async function tryMutant(node: MutantRunner, tried: TriedCase, given: ActiveMutant): Promise<MutantTryResult> {
  const { testCase } = tried;
  let mutant = given;
  let first = await node.runMutants(testCase, [mutant], settingsOf(tried));
  if (resultOf(first, node).type === 'survived' && wasStopped(mutant, first)) {
    mutant = { id: mutant.id };
    first = await node.runMutants(testCase, [mutant], settingsOf(tried));
  }
  if (resultOf(first, node).type === 'killed' && isCut(first)) first = await node.runMutants(testCase, [mutant], confirming(tried));
  const result = resultOf(first, node);
  if (result.type !== 'killed' || node.startsMutants) return result;
  if (!('lost' in first.run)) {
    const without = await node.run(testCase);
    if ('outcome' in without && hasPassed(without.outcome)) return result;
    node.renew();
  }
  return resultOf(await node.runMutants(testCase, [mutant], confirming(tried)), node);
}

interface TogetherOptions {
  /** Called for each mutant. */
  readonly note: (mutant: ActiveMutant, result: MutantTryResult) => void;
  /** Whether the time is over: what is not tried yet is left. Default: never. */
  readonly isOver?: () => boolean;
}

/**
 * Runs a case with several mutants at once, none of which is likely to be found. If it passes, it finds none of those that it
 * reached; the others, which one of these keeps it from, are tried again. If it fails or is inapplicable, each half is tried, down to
 * single mutants.
 */
export async function tryTogether(
  node: MutantRunner,
  tried: TriedCase,
  mutants: readonly ActiveMutant[],
  options: TogetherOptions,
): Promise<void> {
  const { note, isOver = () => false } = options;
  const again = (some: readonly ActiveMutant[]): Promise<void> => tryTogether(node, tried, some, options);
  const [only] = mutants;
  if (only === undefined || isOver()) return;
  if (mutants.length === 1) {
    return note(only, await tryMutant(node, tried, only));
  }
  const together = await node.runMutants(tried.testCase, mutants, settingsOf(tried));
  const result = resultOf(together, node);
  const rest = result.type === 'survived' ? mutants.filter(({ id }) => !together.hits.has(id)) : mutants;
  for (const mutant of mutants) {
    if (rest.includes(mutant)) continue;
    note(mutant, wasStopped(mutant, together) ? await tryMutant(node, tried, { id: mutant.id }) : result);
  }
  if (rest.length < mutants.length) return again(rest);
  const half = Math.ceil(rest.length / 2);
  await again(rest.slice(0, half));
  await again(rest.slice(half));
}

const isCut = ({ run }: MutantRun): boolean => 'outcome' in run && run.isCut;

function resultOf({ run }: MutantRun, node: MutantRunner): MutantTryResult {
  if ('lost' in run) return { type: 'killed', finding: failureOf(run.ended) ?? died(run.lost) };
  if (!('outcome' in run)) {
    if (!node.startsMutants) throw new TargetError(run.reason); // it was prepared without the mutant
    return { type: 'killed', finding: died(run.reason) };
  }
  const { outcome } = run;
  if (outcome.internal === true) return { type: 'internal', reason: outcome.reason ?? '' };
  const finding = failureOf(outcome);
  if (finding) return { type: 'killed', finding };
  // What is inapplicable with several mutants, or fails by a baseline, may be so by one of them, which hides the others.
  return outcome.status === 'passed' ? { type: 'survived' } : { type: 'skipped', reason: outcome.reason ?? outcome.status };
}

/** Of a node that ended outside of the calls of the case. */
const died = (message: string): Finding => ({ check: 'died', evidence: 'health', source: 'a node runs until it is stopped', message });
