import { Random } from '../../fixtures/world/random.ts';
import type { Arrivals, RateStage } from './types.ts';

/** The same rate from the first call to the last. */
export function steady(ratePerS: number, durationMs: number, spacing: Arrivals['spacing'] = 'even', seed = 0): Arrivals {
  return { stages: [{ fromRate: ratePerS, toRate: ratePerS, durationMs }], spacing, seed };
}

/**
 * The times at which calls are due, in microseconds since the run began: each call of the returned function gives the
 * next one, and `undefined` once `durationMs` is over. Never decreasing. With a ramp the distances follow the rate of
 * the moment: the n-th call is due when the area below the rate has reached n.
 */
export function arrivalTimes({ stages, spacing, seed }: Arrivals, durationMs: number): () => number | undefined {
  const random = new Random(`arrivals/${seed}`);
  // Of an exponential distribution with mean 1; 1 - u is never 0.
  const gap = spacing === 'even' ? () => 1 : () => -Math.log(1 - random.next() / 2 ** 32);
  const lastRate = stages.at(-1)?.toRate ?? 0;
  const all: readonly RateStage[] = [...stages, { fromRate: lastRate, toRate: lastRate, durationMs: Infinity }];
  let at = 0;
  let stageStartS = 0;
  /** Calls due before the stage. */
  let before = 0;
  let area = spacing === 'even' ? 0 : gap();
  return () => {
    for (;;) {
      const stage = all[at];
      if (!stage || stageStartS * 1000 >= durationMs) return undefined;
      const { fromRate, toRate } = stage;
      const lengthS = stage.durationMs / 1000;
      const within = fromRate === 0 && toRate === 0 ? 0 : ((fromRate + toRate) / 2) * lengthS;
      if (area - before < within) {
        const seconds = stageStartS + timeWithin(stage, area - before);
        area += gap();
        return seconds * 1000 < durationMs ? seconds * 1e6 : undefined;
      }
      before += within;
      stageStartS += lengthS;
      at++;
    }
  };
}

/** Seconds since the start of the stage until `calls` are due. */
function timeWithin({ fromRate, toRate, durationMs }: RateStage, calls: number): number {
  if (calls === 0) return 0;
  const slope = fromRate === toRate ? 0 : (toRate - fromRate) / (durationMs / 1000);
  return (2 * calls) / (fromRate + Math.sqrt(fromRate ** 2 + 2 * slope * calls));
}
