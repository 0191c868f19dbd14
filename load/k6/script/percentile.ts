/** The name of a percentile among the statistics of k6. */
export const percentile = (percent: number): string => `p(${percent})`;
