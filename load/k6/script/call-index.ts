import type { K6Load } from '../format.ts';

/**
 * Gives the index of the call of each iteration. Iterations are numbered over all machines of a test, so that no two send
 * the same call of an entry whose calls are sent once; undefined where such calls have run out.
 */
export function callIndices({ order, entries }: Pick<K6Load, 'order' | 'entries'>): (iteration: number) => number | undefined {
  const inRound = entries.map((_, entry) => order.filter((ordered) => ordered === entry).length);
  const before = order.map((entry, place) => order.slice(0, place).filter((ordered) => ordered === entry).length);
  return (iteration) => {
    const place = iteration % order.length;
    const chosen = order[place] ?? 0;
    const entry = entries[chosen];
    if (!entry) return undefined;
    const number = Math.floor(iteration / order.length) * (inRound[chosen] ?? 0) + (before[place] ?? 0);
    if (entry.once && number >= entry.count) return undefined;
    return entry.first + (number % entry.count);
  };
}
