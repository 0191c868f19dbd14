import type { TpsWatch } from '../../load/tps/tps-watch.ts';
import type { Context } from '../context.ts';
import { CsvFile } from './csv-file.ts';

const HEADER = ['round', 'receiver', 'second', 'arrived_transactions'];

/**
 * Writes how many transactions arrived at each receiver in each second after the start time, when a round has ended. Throws as
 * `CsvFile.open` does.
 */
export function openArrivalsCsv(file: string, context: Context): NonNullable<TpsWatch['onArrivals']> {
  const csv = CsvFile.open(file, HEADER, (text) => context.note(text));
  context.onClose(() => csv.close());
  return (round, receiver, timesUs) => {
    for (const [second, arrived] of bySecond(timesUs).entries()) csv.append([round, receiver, second, arrived]);
  };
}

/** Arrivals of each second from the start time to the last arrival. Clocks that differ can put some before: they count in the first. */
export function bySecond(timesUs: readonly number[]): number[] {
  const counts: number[] = [];
  for (const timeUs of timesUs) {
    const second = Math.max(0, Math.floor(timeUs / 1e6));
    while (counts.length <= second) counts.push(0);
    counts[second]!++;
  }
  return counts;
}
