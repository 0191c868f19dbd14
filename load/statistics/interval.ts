import { mean } from './quantile.ts';

export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The mean of independent measurements, and the interval that holds the true mean with this confidence (0 to 1) if they
 * are normally distributed (Student's t). `undefined` for fewer than two values: they show no spread.
 */
export function tInterval(values: readonly number[], confidence = 0.95): Interval | undefined {
  if (values.length < 2) return undefined;
  const centre = mean(values);
  const variance = values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1);
  const half = studentQuantile(confidence, values.length - 1) * Math.sqrt(variance / values.length);
  return { mean: centre, low: centre - half, high: centre + half };
}

/** The t that a value of Student's distribution stays within, on both sides, with this probability. */
export function studentQuantile(probability: number, degrees: number): number {
  let [low, high] = [0, 1];
  while (studentWithin(high, degrees) < probability) high *= 2;
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (studentWithin(middle, degrees) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Probability of a value between -t and t (Abramowitz and Stegun, 26.7.3 and 26.7.4: exact for whole degrees of freedom). */
function studentWithin(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees));
  const cos2 = Math.cos(angle) ** 2;
  const isOdd = degrees % 2 === 1;
  let term = isOdd ? Math.cos(angle) : 1;
  let sum = 0;
  for (let n = isOdd ? 3 : 2; n <= degrees; n += 2) {
    sum += term;
    term *= cos2 * ((n - 1) / n);
  }
  return isOdd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
}
