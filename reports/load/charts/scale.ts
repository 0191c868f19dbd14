/** Places values on an axis. */
export interface Scale {
  /** The share of the axis (0 to 1) at which the value stands. Values outside the domain are put on its nearest end. */
  at(value: number): number;
  /** Round values within the domain, ascending. */
  readonly ticks: readonly number[];
}

/** Equal distances for equal differences. `count`: number of ticks to aim at. The domain grows to whole ticks only with `round`. */
export function linearScale(from: number, to: number, { count = 5, round = false } = {}): Scale {
  if (from === to && !round) return { at: () => 0, ticks: [from] };
  const step = niceStep((to - from || Math.abs(to) || count) / count);
  const low = round ? Math.floor(from / step) * step : from;
  const high = round ? Math.max(Math.ceil(to / step) * step, low + step) : to;
  // A product, not a sum: sums of 0.1 drift off.
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  const ticks = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => withoutDrift((first + index) * step));
  return { at: (value) => clamp((value - low) / (high - low)), ticks };
}

/** Equal distances for equal ratios. The domain (above 0) grows to the next ticks. */
export function logScale(from: number, to: number): Scale {
  if (!(from > 0 && to >= from)) throw new RangeError(`expected a domain above 0, not ${from} to ${to}`);
  const decades = Math.log10(to / from);
  const digits = decades > 4 ? [1] : decades > 2 ? [1, 3] : [1, 2, 5];
  const all: number[] = [];
  for (let power = Math.floor(Math.log10(from)) - 1; power <= Math.ceil(Math.log10(to)) + 1; power++)
    for (const digit of digits) all.push(withoutDrift(digit * 10 ** power));
  const low = all.findLast((tick) => tick <= from) ?? from;
  const high = all.find((tick) => tick >= to && tick > low) ?? to;
  const span = Math.log(high / low);
  return {
    at: (value) => clamp(Math.log(Math.max(value, low) / low) / span),
    ticks: all.filter((tick) => tick >= low && tick <= high),
  };
}

const QUANTILES = [0, 0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999, 0.999999];

/** For shares from 0 to below 1: each further nine takes the same distance, as in plots of HDR histograms. */
export function quantileScale(to: number): Scale {
  const nines = (share: number): number => -Math.log10(1 - share);
  const high = QUANTILES.find((tick) => tick >= Math.max(to, 0.9)) ?? QUANTILES.at(-1)!;
  return { at: (share) => clamp(nines(Math.min(share, high)) / nines(high)), ticks: QUANTILES.filter((tick) => tick <= high) };
}

/** The smallest of 1, 2, 5 times a power of ten that is not below `step`. */
function niceStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step) + 1e-9);
  const digit = [1, 2, 5, 10].find((factor) => factor * power >= step * (1 - 1e-9)) ?? 10;
  return withoutDrift(digit * power);
}

const withoutDrift = (value: number): number => Number(value.toPrecision(12));
const clamp = (share: number): number => Math.min(1, Math.max(0, share));
