import type { LoadResults } from '../../load/results.ts';
import { tInterval } from '../../load/statistics/interval.ts';
import { count } from '../format.ts';
import { latency, perSecond } from './units.ts';

export const repeatHead = ['repeat', 'results/s', 'p50', 'p90', 'p99', 'p99.9'] as const;

/**
 * The measurements of `--repeat`, one a row, then their means with the interval that holds the true mean with 95 % confidence.
 * Empty for fewer than two: they show no spread.
 */
export function repeatRows({ repeats = [] }: LoadResults): string[][] {
  if (repeats.length < 2) return [];
  const columns: [values: number[], shown: (value: number) => string][] = [
    [repeats.map(({ resultsPerS }) => resultsPerS), perSecond],
    [repeats.map(({ p50Us }) => p50Us), latency],
    [repeats.map(({ p90Us }) => p90Us), latency],
    [repeats.map(({ p99Us }) => p99Us), latency],
    [repeats.map(({ p999Us }) => p999Us), latency],
  ];
  const row = (name: string, cell: (column: (typeof columns)[number]) => string): string[] => [name, ...columns.map(cell)];
  return [
    ...repeats.map((_, index) => row(count(index + 1), ([values, shown]) => shown(values[index] ?? 0))),
    row('mean', ([values, shown]) => shown(tInterval(values)?.mean ?? 0)),
    row('95 %', ([values, shown]) => {
      const interval = tInterval(values);
      return interval ? `${shown(Math.max(0, interval.low))} to ${shown(interval.high)}` : '';
    }),
  ];
}
