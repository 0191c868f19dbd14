import { bar, BAR_WIDTH } from './bar.ts';
import type { Colours } from './colours.ts';
import { forTerminal } from './escape.ts';
import { count } from './format.ts';
import { sharePercent } from './selfcheck/share-percent.ts';

/** One line: what was found of how many, and in words what became of others. */
export interface ShareRow {
  readonly name: string;
  readonly found: number;
  readonly of: number;
  readonly rest: string;
}

/** Shares for a terminal, each with a bar, under a title; empty without rows. */
export function shareRows(title: string, rows: readonly ShareRow[], colours: Colours): string {
  if (rows.length === 0) return '';
  const width = Math.max(...rows.map(({ name }) => name.length));
  return [
    colours.bold(title),
    ...rows.map(({ name, found, of, rest }) => {
      const shown = of === 0 ? ' '.repeat(BAR_WIDTH) : bar(found, of, colours);
      const figures = `${(of === 0 ? '–' : sharePercent(found / of)).padStart(7)}  ${count(found)}/${count(of)}`;
      return `   ${forTerminal(name).padEnd(width)}  ${shown} ${figures}${rest === '' ? '' : colours.dim(`  ${rest}`)}`;
    }),
  ].join('\n');
}

/** Numbers with what they count, without those that are 0: `3 missed, 1 untried`. */
export const countsText = (parts: readonly (readonly [number, string])[]): string =>
  parts.flatMap(([number, what]) => (number === 0 ? [] : [`${count(number)} ${what}`])).join(', ');
