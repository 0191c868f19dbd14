import { mean } from '../statistics/quantile.ts';

/** A straight line fitted to points, and the quality of the fit. */
export interface LineFit {
  /** Increase of y for each unit of x. */
  readonly slope: number;
  /** Value of y at x = 0. */
  readonly intercept: number;
  /** Coefficient of determination: 1 if every point is on the line. */
  readonly r2: number;
}

/** Fits by least squares. Throws `RangeError` for points that do not have at least two different x. */
export function fitLine(points: readonly { readonly x: number; readonly y: number }[]): LineFit {
  const meanX = mean(points.map(({ x }) => x));
  const meanY = mean(points.map(({ y }) => y));
  const sum = (of: (point: { readonly x: number; readonly y: number }) => number): number =>
    points.reduce((total, point) => total + of(point), 0);
  const spreadX = sum(({ x }) => (x - meanX) ** 2);
  if (!(spreadX > 0)) throw new RangeError('a line needs points with at least two different x');
  const slope = sum(({ x, y }) => (x - meanX) * (y - meanY)) / spreadX;
  const intercept = meanY - slope * meanX;
  const missed = sum(({ x, y }) => (y - intercept - slope * x) ** 2);
  const spreadY = sum(({ y }) => (y - meanY) ** 2);
  return { slope, intercept, r2: spreadY === 0 ? 1 : 1 - missed / spreadY };
}
