import type { Latencies } from '../engine/latencies.ts';

/** The latencies of the calls of one method, with two significant digits. */
export interface MethodLatency {
  readonly method: string;
  readonly calls: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

/** Adds up the latencies of cases. */
export class LatencyTotals {
  readonly #methods = new Map<string, Map<number, number>>();

  add(latencies: Latencies): void {
    for (const [method, times] of Object.entries(latencies)) {
      const totals = this.#methods.get(method) ?? new Map<number, number>();
      this.#methods.set(method, totals);
      for (const [ms, calls] of Object.entries(times)) totals.set(Number(ms), (totals.get(Number(ms)) ?? 0) + calls);
    }
  }

  /** Each method with its latencies, the slowest first (by p95). */
  rows(): MethodLatency[] {
    const rows = [...this.#methods].map(([method, totals]) => {
      const times = [...totals].sort(([a], [b]) => a - b);
      const calls = times.reduce((sum, [, count]) => sum + count, 0);
      return { method, calls, medianMs: atShare(times, calls, 0.5), p95Ms: atShare(times, calls, 0.95), maxMs: atShare(times, calls, 1) };
    });
    return rows.sort((a, b) => b.p95Ms - a.p95Ms || b.maxMs - a.maxMs || (a.method < b.method ? -1 : 1));
  }
}

/** The smallest time that at least this share of the calls did not exceed (nearest rank). */
function atShare(times: readonly (readonly [number, number])[], calls: number, share: number): number {
  let left = Math.max(1, Math.ceil(share * calls));
  for (const [ms, count] of times) {
    left -= count;
    if (left <= 0) return ms;
  }
  return 0;
}
