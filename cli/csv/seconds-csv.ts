import type { SecondFigures } from '../../load/generator/types.ts';
import type { Side } from '../../reports/metrics/load-metrics.ts';
import { CsvFile } from './csv-file.ts';

/** The columns of a second, with their units: see `SecondFigures`. */
const FIGURES = [
  ['second', ({ second }) => second],
  ['planned_calls', ({ planned }) => planned],
  ['sent_calls', ({ sent }) => sent],
  ['ended_calls', ({ ended }) => ended],
  ['results_calls', ({ results }) => results],
  ['late_results_calls', ({ late }) => late],
  ['failed_calls', ({ failed }) => failed],
  ['refused_calls', ({ refused }) => refused],
  ['latency_p50_us', ({ p50Us }) => p50Us],
  ['latency_p99_us', ({ p99Us }) => p99Us],
  ['latency_max_us', ({ maxUs }) => maxUs],
  ['in_flight_calls', ({ inFlight }) => inFlight],
  ['waiting_calls', ({ waiting }) => waiting],
] as const satisfies readonly (readonly [string, (second: SecondFigures) => number])[];

/** The seconds of a load, in the order in which they pass. */
export class SecondsCsv {
  readonly #csv: CsvFile;
  /** What is measured: `load 2 of 10`. */
  phase = '';

  /** Throws as `CsvFile.open` does. */
  constructor(file: string, note: (text: string) => void) {
    this.#csv = CsvFile.open(file, ['time_utc', 'side', 'phase', ...FIGURES.map(([name]) => name)], note);
  }

  /** A second is over. */
  second(side: Side, second: SecondFigures): void {
    this.#csv.append([new Date().toISOString(), side, this.phase, ...FIGURES.map(([, of]) => of(second))]);
  }

  close(): void {
    this.#csv.close();
  }
}
