import type { SourceMutant } from './source-mutant.ts';

type Place = Pick<SourceMutant, 'file' | 'start' | 'end'>;

/**
 * Divides mutants into groups of at most `most` that a node can be at once. Two of overlapping places are never in one group: of
 * two that change one expression only one can be reached.
 */
export function groupsOf<T extends { readonly mutant: Place }>(items: readonly T[], most: number): T[][] {
  const groups: T[][] = [];
  for (const item of items) {
    const group = groups.find((some) => some.length < most && !some.some(({ mutant }) => overlap(mutant, item.mutant)));
    if (group) group.push(item);
    else groups.push([item]);
  }
  return groups;
}

const overlap = (a: Place, b: Place): boolean => a.file === b.file && isBefore(a.start, b.end) && isBefore(b.start, a.end);

const isBefore = (a: SourceMutant['start'], b: SourceMutant['start']): boolean =>
  a.line < b.line || (a.line === b.line && a.column < b.column);
