import { cpus } from 'node:os';

/** Measures the CPU that programs other than those of a load use, from its start. */
export class OtherWork {
  readonly #startedMs = performance.now();
  readonly #busyMs = busyMs();
  readonly #own = process.cpuUsage();

  /**
   * Share of all cores (0 to 1) that other programs have used since.
   * @param nodesCpuMs CPU time of the nodes since then, as far as they run on this machine
   */
  share(nodesCpuMs: number): number {
    const { user, system } = process.cpuUsage(this.#own);
    const others = busyMs() - this.#busyMs - (user + system) / 1_000 - nodesCpuMs;
    const available = (performance.now() - this.#startedMs) * cpus().length;
    // The system counts in steps of some milliseconds.
    return Math.min(1, Math.max(0, others / Math.max(1, available)));
  }
}

/** CPU time in milliseconds that all programs have used since the machine was started. */
function busyMs(): number {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
}
