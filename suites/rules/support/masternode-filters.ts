import type { Trial } from '../../../engine/trial.ts';
import { listed, textOf, type ListMode } from '../../support/masternodes.ts';

export type Match = 'part' | 'whole' | 'none';

/** What a filter matches besides the outpoint, by mode (document 3, Masternodes, sentinel, sporks, synchronisation). */
export const filtered = {
  addr: 'part',
  daemon: 'whole',
  full: 'part',
  info: 'part',
  json: 'part',
  payee: 'part',
  protocol: 'whole',
  sentinel: 'whole',
  status: 'part',
} as const satisfies { readonly [M in ListMode]?: Match };

/** What a filter of a mode matches besides the outpoint. */
export const matchOf = (mode: ListMode): Match => (filtered as { readonly [mode: string]: Match })[mode] ?? 'none';

/** Whether a filter matches an entry. */
function isMatch(match: Match, key: string, value: string, filter: string): boolean {
  if (key.includes(filter)) return true;
  return match === 'part' ? value.includes(filter) : match === 'whole' && value === filter;
}

/** Holds the filtered list against the whole one. Values may change between two calls: then they are compared again. */
export async function compareFiltered(t: Trial, mode: ListMode, match: Match, filter: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const all = await listed(t, mode);
    const found = await listed(t, mode, filter);
    const expected = Object.entries(all).flatMap(([key, value]) => (isMatch(match, key, textOf(value), filter) ? [key] : []));
    const isSame = sorted(Object.keys(found)) === sorted(expected);
    if (!isSame && attempt < 2) continue;
    t.ok(
      isSame,
      `masternodelist ${mode} with the filter ${filter} lists ${sorted(Object.keys(found)) || 'nothing'}, expected ${sorted(expected) || 'nothing'}`,
      { check: `filter-${mode}` },
    );
    return;
  }
}

const sorted = (keys: readonly string[]): string => [...keys].sort().join(', ');

/** A part of a text that is shorter than the text, up to twelve characters long. */
export function partOf(t: Trial, text: string): string {
  const longest = Math.min(12, text.length - 1);
  const length = t.random.integer(Math.min(3, longest), longest);
  const start = t.random.integer(0, text.length - length);
  return text.slice(start, start + length);
}
