import type { Specification } from '../../specs/model/spec.ts';
import type { Method } from '../../specs/model/types.ts';
import { Calls } from './arbitraries/calls.ts';
import type { ReplayNode } from './replay-node.ts';
import type { Finder } from './finder.ts';
import type { FuzzCounts } from './results.ts';
import { seeded } from './seeded.ts';

/** Calls of each method: most of them cost a node. */
const CALLS = 6;
/** Runs for which one such call is made. */
const RUNS_PER_CALL = 500;

export interface EndingOptions {
  readonly specification: Specification;
  /** Methods that end the node. */
  readonly methods: readonly Method[];
  readonly replayNode: ReplayNode;
  readonly finder: Finder;
  readonly counts: FuzzCounts;
  readonly seed: number;
  /** Size of the whole run. */
  readonly runs: number;
  readonly signal: AbortSignal | undefined;
}

/** A few calls of the methods that end a node: it may refuse or end in order, and nothing else. */
export async function endingRuns({ specification, methods, replayNode, finder, counts, seed, runs, signal }: EndingOptions): Promise<void> {
  if (methods.length === 0) return;
  const calls = new Calls(specification, methods, () => undefined);
  const count = Math.min(CALLS, Math.ceil(runs / RUNS_PER_CALL));
  for (const { id } of methods) {
    for (let index = 0; index < count; index++) {
      if (signal?.aborted === true) return;
      const probe = calls.next(seeded(seed, `${id}/${index}`), [id]);
      const { problem, session, sent } = await replayNode.try([probe], false);
      counts.runs++;
      if (problem) await finder.report({ problem, probes: [probe], from: 0, session, sent });
    }
  }
}
