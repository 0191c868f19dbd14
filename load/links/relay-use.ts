import { Histogram } from '../statistics/histogram.ts';
import type { RelayUse } from './types.ts';

const US_PER_MS = 1_000;

/** What this process used, and how late it was, since it was made or reset. */
export class RelayUseMeter {
  readonly #delays = new Histogram();
  #cpu = process.cpuUsage();
  #sinceMs = performance.now();

  /** @param lateMs after the time at which data was due */
  wrote(lateMs: number): void {
    this.#delays.record(Math.max(0, lateMs) * US_PER_MS);
  }

  reset(): void {
    this.#delays.reset();
    this.#cpu = process.cpuUsage();
    this.#sinceMs = performance.now();
  }

  figures(): RelayUse {
    const { user, system } = process.cpuUsage(this.#cpu);
    const delays = this.#delays;
    return {
      cpuShare: (user + system) / US_PER_MS / Math.max(1, performance.now() - this.#sinceMs),
      delay: {
        count: delays.count,
        p50Us: delays.quantileUs(0.5),
        p95Us: delays.quantileUs(0.95),
        p99Us: delays.quantileUs(0.99),
        maxUs: delays.maxUs,
      },
    };
  }
}
