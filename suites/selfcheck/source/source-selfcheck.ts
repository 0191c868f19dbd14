import { runClean } from '../clean-run.ts';
import { drawnFrom } from '../select-faults.ts';
import { SelfcheckNodes } from '../selfcheck-nodes.ts';
import { Random } from '../../../fixtures/world/random.ts';
import type { MutantResult } from './mutant-attempt.ts';
import { MutantNode } from './mutant-node.ts';
import { Reached } from './reached.ts';
import type { SourceMutant } from './source-mutant.ts';
import type { SourceSelfchecked, SourceSelfcheckOptions } from './source-selfcheck-options.ts';
import { Trying } from './trying.ts';

/**
 * Runs every case without a mutant, and notes which mutants it reaches. Then tries each mutant with the cases that reach it,
 * until one fails. Once `signal` aborts or the time is over, mutants remain untried. Throws as `selfcheck` does.
 */
export async function sourceSelfcheck(options: SourceSelfcheckOptions): Promise<SourceSelfchecked> {
  const { run, cases, openMutants, hasSwitches, deadlineMs, onProgress } = options;
  const startedAt = performance.now();
  const reached = new Reached();
  const cleanPool = new SelfcheckNodes({
    run,
    deadlineMs,
    newNode: (node) =>
      new MutantNode({
        ...node,
        openMutants,
        ...(hasSwitches && { onReached: (testCase, hits, starts) => reached.note(testCase, hits, starts) }),
      }),
  });
  let done = 0;
  const clean = await runClean({
    run,
    cases,
    pool: cleanPool,
    onCase: (part, count) => onProgress?.({ phase: 'cases', part, done: ++done, total: cases.length, count }),
  });
  const durationMs = Math.round(performance.now() - startedAt);
  // If it ended before, it is not known which cases could find a mutant.
  const isKnown = !cleanPool.isOver;
  const { passed, failed, inapplicable, skipped } = clean;
  const chosen = choose(options);
  const trying = new Trying(options, passed, reached, chosen);
  const soFar = (complete: boolean): SourceSelfchecked => ({
    complete,
    cases: { passed, failed, inapplicable, skipped, durationMs },
    mutants: [...trying.results(isKnown), ...chosen.known],
  });
  if (!isKnown) return soFar(false);
  let isCut = false;
  for (const step of trying.steps()) {
    try {
      await step();
    } catch (error) {
      // What is cut short by an interruption fails: its calls and starts of nodes were ended. What was found before is kept.
      if (run.signal?.aborted !== true) throw error;
      isCut = true;
    } finally {
      options.onPart?.(soFar(false));
    }
  }
  return soFar(!trying.isOver && !isCut);
}

/** Those to try, and the results of those that are not: what was found before, and what is excepted. */
function choose({ mutants, exceptionOf, resultBefore, sample, run }: SourceSelfcheckOptions): {
  readonly tried: readonly SourceMutant[];
  readonly known: readonly MutantResult[];
} {
  const reasons = new Map(mutants.map((mutant) => [mutant, exceptionOf(mutant)]));
  const open = mutants.filter((mutant) => reasons.get(mutant) === undefined);
  const drawn = sample === undefined ? undefined : drawnFrom(open, sample, new Random(`${run.seed}/selfcheck/mutants`));
  const selected = drawn ? open.filter((mutant) => drawn.has(mutant)) : open;
  const before = new Map(selected.map((mutant) => [mutant, resultBefore?.(mutant)]));
  const excepted = mutants.flatMap((mutant): MutantResult[] => {
    const reason = reasons.get(mutant);
    return reason === undefined
      ? []
      : [{ mutant, status: 'excepted', reason, tried: 0, reaching: 0, likeliest: [], methods: [], durationMs: 0 }];
  });
  return {
    tried: selected.filter((mutant) => before.get(mutant) === undefined),
    known: [...selected.flatMap((mutant) => before.get(mutant) ?? []), ...excepted],
  };
}
