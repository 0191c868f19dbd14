import { cpus } from 'node:os';

/** Times in milliseconds. */
export interface CpuTimes {
  readonly now: number;
  /** CPU time of all programs, of all cores. */
  readonly busy: number;
  /** CPU time of this process. */
  readonly own: number;
}

/** Measures the CPU that programs other than those of a load use, from its start. */
export class OtherWork {
  readonly #times: () => CpuTimes;
  readonly #cores: number;
  readonly #start: CpuTimes;

  constructor(times: () => CpuTimes = timesNow, cores = cpus().length) {
    this.#times = times;
    this.#cores = cores;
    this.#start = times();
  }

  /**
   * Share of all cores (0 to 1) that other programs have used since.
   * @param nodesCpuMs CPU time of the nodes since then, as far as they run on this machine
   */
  share(nodesCpuMs: number): number {
    const { now, busy, own } = this.#times();
    const others = busy - this.#start.busy - (own - this.#start.own) - nodesCpuMs;
    const available = (now - this.#start.now) * this.#cores;
    // The system counts in steps of some milliseconds.
    return Math.min(1, Math.max(0, others / Math.max(1, available)));
  }
}

/** The system counts CPU time from its start. */
function timesNow(): CpuTimes {
  const { user, system } = process.cpuUsage();
  const busy = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
  return { now: performance.now(), busy, own: (user + system) / 1_000 };
}
