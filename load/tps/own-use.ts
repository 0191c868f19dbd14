import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { GeneratorUse } from './results.ts';

const NS_PER_US = 1_000;
const RESOLUTION_MS = 1;

/** Measures this process, from its making until `stop`. */
export class OwnUse {
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  readonly #cpu = process.cpuUsage();
  readonly #startedMs = performance.now();

  constructor() {
    this.#delay.enable();
  }

  stop(): GeneratorUse {
    this.#delay.disable();
    const { user, system } = process.cpuUsage(this.#cpu);
    const us = (ns: number): number => Math.max(0, Math.round(ns / NS_PER_US - RESOLUTION_MS * 1_000));
    const isEmpty = this.#delay.count === 0;
    return {
      cpuShare: (user + system) / 1_000 / Math.max(1, performance.now() - this.#startedMs),
      delayP99Us: isEmpty ? 0 : us(this.#delay.percentile(99)),
      delayMaxUs: isEmpty ? 0 : us(this.#delay.max),
    };
  }
}
