import type { CleanCase } from '../clean-case.ts';
import type { SourceMutant } from './source-mutant.ts';

/**
 * A few cases that together reach most of a place: each next one is that which reaches most of what those before it do not. A mutant counts as
 * its share among the cases that reach it, so that what few reach weighs more.
 * @param mutants those of the place
 * @param most so many cases at most
 */
export function coverOf(
  mutants: readonly SourceMutant[],
  casesOf: ReadonlyMap<string, readonly CleanCase[]>,
  most: number,
): readonly CleanCase[] {
  const open = new Set(mutants.flatMap(({ id }) => (casesOf.get(id)?.length ? [id] : [])));
  const cover: CleanCase[] = [];
  while (open.size > 0 && cover.length < most) {
    const gains = new Map<CleanCase, number>();
    for (const id of open) {
      const reaching = casesOf.get(id) as readonly CleanCase[];
      for (const clean of reaching) gains.set(clean, (gains.get(clean) ?? 0) + 1 / reaching.length);
    }
    const [best] = [...gains].reduce((a, b) => (b[1] > a[1] ? b : a));
    cover.push(best);
    for (const id of open) if (casesOf.get(id)?.includes(best)) open.delete(id);
  }
  return cover;
}
