import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import type { Histogram } from '../statistics/histogram.ts';

/** Above this share of its time a single thread answers late whatever it does. */
const BUSY_SHARE = 0.9;
/** A lateness (p99) below this is no matter. */
export const LATENESS_US = 2_000;
/** Nor is one that makes up less than this share of the latency (p99). */
const LATENESS_SHARE = 0.1;

/** What delayed it, where it was not its own work: other programs, which slow the node too. */
export const OTHER_WORK = 'the machine has other work';

/** Time in which a generator waited actively, which is neither work nor idleness for the event loop. */
export interface Waited {
  readonly pollingMs: number;
  readonly sleptMs: number;
}

/**
 * CPU time without that of polling. Both times of the event loop, active and polling, pass also while other programs have the
 * CPU: polling has the share of the CPU time that it has of the time in which the thread was active and awake.
 */
export function cpuWithoutPolling(cpuMs: number, activeMs: number, { pollingMs, sleptMs }: Waited): number {
  const awakeMs = activeMs - sleptMs;
  return awakeMs > 0 ? cpuMs * Math.max(0, 1 - pollingMs / awakeMs) : cpuMs;
}

/** What the generator itself costs while it runs, and whether that falsifies the figures. */
export class OwnCost {
  readonly #startedMs = performance.now();
  readonly #cpu = process.cpuUsage();
  readonly #loop: EventLoopUtilization = performance.eventLoopUtilization();

  /** User and system time in milliseconds, without polling. */
  cpuMs(waited: Waited): number {
    const { user, system } = process.cpuUsage(this.#cpu);
    return cpuWithoutPolling((user + system) / 1000, performance.eventLoopUtilization(this.#loop).active, waited);
  }

  /**
   * Why the generator could not keep up, if it could not. That a node is slow, so that all connections are busy and
   * calls wait, is no reason: it counts in the latency alone.
   */
  saturation({ pollingMs, sleptMs }: Waited, lateness: Histogram, latency: Histogram): { readonly reason: string } | undefined {
    const wallMs = performance.now() - this.#startedMs;
    const busy = (performance.eventLoopUtilization(this.#loop).active - pollingMs - sleptMs) / wallMs;
    if (busy > BUSY_SHARE)
      return {
        reason: `its thread was busy ${(busy * 100).toFixed(0)} % of the time: measure with a lower rate, or from several processes`,
      };
    const lateUs = lateness.quantileUs(0.99);
    if (lateUs > LATENESS_US && lateUs > LATENESS_SHARE * latency.quantileUs(0.99)) {
      return { reason: `1 % of the calls were sent ${(lateUs / 1000).toFixed(1)} ms late or more: ${OTHER_WORK}` };
    }
    return undefined;
  }
}
