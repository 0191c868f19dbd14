import { Histogram } from '../statistics/histogram.ts';
import type { OutcomeClass, SecondFigures } from './types.ts';

type Counts = { -readonly [K in 'planned' | 'sent' | 'ended' | 'results' | 'late' | 'failed' | 'refused']: SecondFigures[K] };

/**
 * Counts by second. A call that is recorded after its second was reported (the generator was late) still counts there,
 * in what `finish` returns; the latencies of a second are those that were recorded before it was reported.
 */
export class SecondsRecorder {
  readonly #onSecond: ((second: SecondFigures) => void) | undefined;
  readonly #counts: Counts[] = [];
  readonly #reported: Omit<SecondFigures, keyof Counts>[] = [];
  readonly #latency = new Histogram();

  constructor(onSecond?: (second: SecondFigures) => void) {
    this.#onSecond = onSecond;
  }

  planned(atUs: number): void {
    this.#at(atUs).planned++;
  }

  sent(atUs: number): void {
    this.#at(atUs).sent++;
  }

  /** @param latencyUs undefined where it does not count; @param isLate it came after the end */
  ended(atUs: number, kind: OutcomeClass, latencyUs: number | undefined, isLate: boolean): void {
    const counts = this.#at(atUs);
    counts.ended++;
    if (kind === 'result') {
      counts.results++;
      if (isLate) counts.late++;
    } else if (kind === 'work-queue') counts.refused++;
    else counts.failed++;
    if (latencyUs !== undefined) this.#latency.record(latencyUs);
  }

  /** Reports each second that was over at this time. */
  advance(nowUs: number, inFlight: number, waiting: number): void {
    while ((this.#reported.length + 1) * 1e6 <= nowUs) this.#report(inFlight, waiting);
  }

  /** All seconds, with the last one, which may not be whole. */
  finish(nowUs: number): SecondFigures[] {
    this.advance(nowUs, 0, 0);
    if (this.#counts.length > this.#reported.length) this.#report(0, 0);
    return this.#reported.map((reported, second) => ({ ...this.#at(second * 1e6), ...reported }));
  }

  #report(inFlight: number, waiting: number): void {
    const second = this.#reported.length;
    const latency = this.#latency;
    const figures = { second, p50Us: latency.quantileUs(0.5), p99Us: latency.quantileUs(0.99), maxUs: latency.maxUs, inFlight, waiting };
    this.#reported.push(figures);
    latency.reset();
    this.#onSecond?.({ ...this.#at(second * 1e6), ...figures });
  }

  #at(us: number): Counts {
    const second = Math.floor(us / 1e6);
    while (this.#counts.length <= second) this.#counts.push({ planned: 0, sent: 0, ended: 0, results: 0, late: 0, failed: 0, refused: 0 });
    return this.#counts[second] as Counts;
  }
}
