import { TargetError } from '../../fixtures/targets/types.ts';
import { inapplicableTo } from '../../engine/applicable.ts';
import type { FailedCase } from '../../engine/selfcheck-results.ts';
import type { RunOptions } from '../../engine/run.ts';
import type { Case } from '../../engine/case.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import type { SelfcheckNode } from './selfcheck-node.ts';
import type { SelfcheckNodes } from './selfcheck-nodes.ts';
import { cleanCase, type CleanCase } from './clean-case.ts';
import { failureOf, hasPassed } from './failure-of.ts';
import { isInLane, parts } from './lanes.ts';
import type { ObservedCall, ObservedCalls } from './types.ts';

/** What every case did without a fault. */
export interface CleanRun {
  /** Those that passed, in the order of the plan. */
  readonly passed: readonly CleanCase[];
  readonly observed: ObservedCalls;
  readonly failed: readonly FailedCase[];
  readonly inapplicable: number;
  readonly skipped: number;
}

export interface CleanRunOptions {
  readonly run: RunOptions;
  readonly cases: readonly Case[];
  readonly pool: SelfcheckNodes;
  /** Called after each case. `failed`: number of cases that failed so far. */
  readonly onCase: (part: string, failed: number) => void;
}

/** How a case ended without a fault. */
type Ending =
  | { readonly type: 'passed'; readonly clean: CleanCase; readonly calls: readonly ObservedCall[] }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'inapplicable' | 'skipped' };

/** Runs every case once, alone, without a fault. Throws `TargetError` if no node can be started. */
export async function runClean({ run, cases, pool, onCase }: CleanRunOptions): Promise<CleanRun> {
  const endings = new Map<Case, Ending>();
  const count = (type: Ending['type']): number => [...endings.values()].filter((ending) => ending.type === type).length;
  let failures = 0;
  for (const { name, lanes } of parts) {
    const queues = lanes.map((lane) => ({ lane, items: cases.filter((testCase) => isInLane(testCase, lane)) }));
    await pool.work(queues, async (node, testCase) => {
      const ending = await endingOf(node, testCase, run);
      endings.set(testCase, ending);
      if (ending.type === 'failed') failures++;
      onCase(name, failures);
    });
  }
  // In the order of the plan, so that nothing depends on which case was faster.
  const ended = cases.map((testCase) => ({ testCase, ending: endings.get(testCase) }));
  return {
    passed: ended.flatMap(({ ending }) => (ending?.type === 'passed' ? [ending.clean] : [])),
    observed: byMethod(ended.flatMap(({ ending }) => (ending?.type === 'passed' ? ending.calls : []))),
    failed: ended.flatMap(({ testCase: { id }, ending }) => (ending?.type === 'failed' ? [{ id, message: ending.message }] : [])),
    inapplicable: count('inapplicable'),
    skipped: count('skipped') + cases.length - endings.size,
  };
}

async function endingOf(node: SelfcheckNode, testCase: Case, run: RunOptions): Promise<Ending> {
  if (inapplicableTo(run.target, run, testCase) !== undefined) return { type: 'inapplicable' };
  const fresh = node.isFresh;
  let result = await node.run(testCase);
  if ('outcome' in result && !fresh && !hasPassed(result.outcome)) {
    // An earlier case may have left the node in a state in which this one fails.
    node.renew();
    result = await node.run(testCase);
  }
  if ('lost' in result) return { type: 'failed', message: `ended a node twice: ${result.lost}` };
  if (!('outcome' in result)) {
    if (result.status === 'skipped' && testCase.profile === 'default') throw new TargetError(result.reason);
    return { type: result.status };
  }
  const { outcome, calls } = result;
  const failure = failureOf(outcome);
  if (failure) return { type: 'failed', message: failure.message };
  if (outcome.internal === true) return { type: 'failed', message: outcome.reason ?? 'internal error' };
  if (outcome.status === 'inapplicable' || outcome.status === 'skipped') return { type: outcome.status };
  return { type: 'passed', calls, clean: cleanCase(testCase, calls, outcome, run.specification) };
}

function byMethod(calls: readonly ObservedCall[]): ObservedCalls {
  const methods = new Map<MethodId, ObservedCall[]>();
  for (const call of calls) {
    const known = methods.get(call.id);
    if (known) known.push(call);
    else methods.set(call.id, [call]);
  }
  return methods;
}
