import type { MatrixColumn } from './results.ts';

/** `last good in Acme 1.1`; with more than one column between, how many ago that was. */
export function ageText(age: number, columns: readonly MatrixColumn[]): string {
  const last = columns.findLastIndex(({ run }) => run !== null);
  const label = columns[last - age]?.label;
  return `last good ${label === undefined ? '' : `in ${label}, `}${age === 1 ? '1 column' : `${age} columns`} ago`;
}
