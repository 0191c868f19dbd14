import { duration } from '../reports/format.ts';
import type { SelfcheckLive } from '../reports/live/selfcheck-live.ts';
import type { LiveLine } from '../reports/load/live-line.ts';
import type { Registry } from '../reports/metrics/registry.ts';
import { SelfcheckMetrics } from '../reports/metrics/selfcheck-metrics.ts';

/** Progress of a phase. */
export interface SelfcheckPhaseProgress<Phase extends string> {
  readonly phase: Phase | 'cases';
  /** Which cases are run: `of the default profile`. */
  readonly part: string;
  readonly done: number;
  readonly total: number;
  /** Cases that failed, or, in other phases, what was found. */
  readonly count: number;
}

/** Earlier, a rate says nothing yet. */
const RATE_AFTER_MS = 1_000;

/**
 * Prints progress with the rate and the time that the present part still takes at this rate. `names`: what each phase counts. `registry`
 * gets its figures.
 */
export function showSelfcheckProgress<Phase extends string>(
  shown: readonly [LiveLine, SelfcheckLive],
  names: Readonly<Record<Phase | 'cases', string>>,
  registry: Registry | undefined,
): (progress: SelfcheckPhaseProgress<Phase>) => void {
  const metrics = registry && new SelfcheckMetrics(registry);
  const [line, page] = shown;
  let part = '';
  let sinceMs = performance.now();
  return ({ phase, part: name, done, total, count }) => {
    metrics?.show({ phase, done, total, count });
    const current = phase === 'cases' ? phase : `${phase} ${name}`;
    if (part !== current) {
      part = current;
      sinceMs = performance.now();
      line.begin();
    }
    const passedMs = performance.now() - sinceMs;
    const what = phase === 'cases' ? `${names.cases} (${count} failed)` : `${names[phase]} (${count} found), cases ${name}`;
    line.progress(`${what}${pace(passedMs, done, total)} ·`, done, total);
    page.progress(what, done, total);
  };
}

/** The rate and the time that is left; nothing as long as too little is known. */
function pace(passedMs: number, done: number, total: number): string {
  if (passedMs < RATE_AFTER_MS) return '';
  return ` · ${((done / passedMs) * 1000).toFixed(1)}/s · ${duration((passedMs / done) * (total - done))} left`;
}
