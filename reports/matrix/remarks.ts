import { counted } from '../format.ts';
import type { ReadColumn } from './read-column.ts';
import type { MatrixRow } from './results.ts';

/** What makes the columns hard to compare, in sentences. */
export function remarksOn(columns: readonly ReadColumn[], rows: readonly MatrixRow[]): string[] {
  const done = columns.flatMap(({ label, run }, index) => (run ? [{ label, index, start: run.digest.start }] : []));
  const groups = (of: (column: (typeof done)[number]) => string, columns = done): string[] | undefined => {
    const labels = new Map<string, string[]>();
    for (const column of columns) labels.set(of(column), [...(labels.get(of(column)) ?? []), column.label]);
    return labels.size < 2 ? undefined : [...labels].map(([value, names]) => `${value} of ${names.join(', ')}`);
  };
  const seeds = groups(
    ({ start }) => String(start.seed),
    done.filter(({ start }) => start.seed !== null),
  );
  const releases = groups(({ start }) => start.pyx);
  const heard = done.filter(({ start }) => start.listened).map(({ label }) => label);
  const parts = done.filter(({ start }) => !start.wholeRun && !start.listened);
  const outside = done.flatMap(({ label, index }) => {
    const count = rows.filter(({ states }) => states[index] === 'outside').length;
    return count === 0 ? [] : [`that of ${label} lacks ${counted(count, 'row')} of the others`];
  });
  return [
    ...(seeds ? [`The runs have different seeds (${seeds.join('; ')}): values and calls that a seed draws differ.`] : []),
    ...(heard.length > 0 ? [`${heard.join(', ')}: what clients called; they chose what was tried.`] : []),
    ...(releases ? [`The runs were made by different versions of Pyx (${releases.join('; ')}).`] : []),
    ...(outside.length > 0 ? [`The runs are by different standards: ${outside.join('; ')}. What a standard lacks is not lost.`] : []),
    ...(parts.length > 0
      ? [
          `${parts.length === done.length ? 'A' : `${parts.map(({ label }) => label).join(', ')}: a`} part of the cases was selected; what it leaves out is not tried.`,
        ]
      : []),
  ];
}
