/** One load of the whole duration. */
export interface WholeLoad<Load> {
  /** All thresholds were met. */
  readonly passed: boolean;
  readonly load: Load;
}

export interface ConfirmRateOptions<Load> {
  /** Puts the whole load on the node at this rate, and judges it. */
  readonly measure: (ratePerS: number) => Promise<WholeLoad<Load>>;
  /** The rate that a search has found, and the lowest that it found to be too high, if any. */
  readonly passRatePerS: number;
  readonly failRatePerS: number | undefined;
  /** No lower rate is tried. Default 1. */
  readonly minRatePerS?: number;
  /** As of the search: the interval is narrow enough when its ends differ by this share. Default 0.05. */
  readonly width?: number;
  /** The load was interrupted, or the node has ended: nothing more is measured. */
  readonly isOver: () => boolean;
}

export interface ConfirmedRate<Load> {
  /** Highest rate of a whole load that met the thresholds; undefined where none did. */
  readonly confirmedPerS: number | undefined;
  /** Lowest rate that did not: of a whole load, or of the search. */
  readonly failRatePerS: number | undefined;
  /** The load at the confirmed rate, else the last one. */
  readonly load: Load;
}

/**
 * Confirms the rate that a search has found by a load of the whole duration, which is stricter than its short measurements. Where
 * the thresholds are not met, lower rates are tried, each time twice as far below, until they are; then the interval up to the
 * lowest rate that failed is halved as by the search.
 */
export async function confirmRate<Load>(options: ConfirmRateOptions<Load>): Promise<ConfirmedRate<Load>> {
  const { measure, passRatePerS, minRatePerS = 1, width = 0.05, isOver } = options;
  let fail = options.failRatePerS;
  let rate = passRatePerS;
  let { passed, load } = await measure(rate);
  for (let steps = 1; !passed && !isOver(); steps *= 2) {
    fail = Math.min(fail ?? Infinity, rate);
    if (rate <= minRatePerS) break;
    rate = Math.max(minRatePerS, rate / (1 + width) ** steps);
    ({ passed, load } = await measure(rate));
  }
  if (!passed || isOver()) return { confirmedPerS: undefined, failRatePerS: fail, load };
  // Rounding must not make one step of the width two.
  while (fail !== undefined && fail > rate * (1 + width) * (1 + 1e-9)) {
    const between = Math.sqrt(rate * fail);
    const next = await measure(between);
    if (isOver()) break;
    if (next.passed) [rate, load] = [between, next.load];
    else fail = between;
  }
  return { confirmedPerS: rate, failRatePerS: fail, load };
}
