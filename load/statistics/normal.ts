/** Beyond this the continued fraction converges faster than the series. */
const SERIES_TO = 3;
const INVERSE_SQRT_2_PI = 1 / Math.sqrt(2 * Math.PI);

/**
 * Probability that a standard normal value exceeds `z`, with all but the last digits of a double right, far out in the
 * tail too (Abramowitz and Stegun, 26.2.11 and 26.2.14).
 */
export function normalUpperTail(z: number): number {
  if (z < 0) return 1 - normalUpperTail(-z);
  const density = INVERSE_SQRT_2_PI * Math.exp((-z * z) / 2);
  if (z <= SERIES_TO) {
    let term = z;
    let sum = z;
    for (let n = 3; term > sum * Number.EPSILON; n += 2) {
      term *= (z * z) / n;
      sum += term;
    }
    return 0.5 - density * sum;
  }
  let fraction = 0;
  for (let n = 200; n > 0; n--) fraction = n / (z + fraction);
  return density / (z + fraction);
}
