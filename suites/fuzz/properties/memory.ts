import type { FuzzProblem } from './problem.ts';

/** Requests to a process before its memory is watched: it compiles code and fills its caches. */
export const WARM_UP = 10_000;
/** Requests over which growth is measured. */
export const SPAN = 10_000;
const MIB = 1_024 * 1_024;
/**
 * Growth over `SPAN` requests that counts as a leak, if the memory has also risen by as much above its maximum of the first
 * `SPAN` watched requests: between two garbage collections the memory of coind rises by up to 60 MiB over `SPAN` requests, but
 * not by more than 13 MiB above that maximum (measured with two seeds, 60,000 requests each).
 */
export const MAX_GROWTH_BYTES = 64 * MIB;

interface Sample {
  readonly requests: number;
  readonly bytes: number;
}

/** The memory of one process of a node, by the number of requests that it was sent. */
export class MemoryWatch {
  readonly #samples: Sample[] = [];
  #watchedFrom: number | undefined;
  /** Maximum of the first `SPAN` watched requests. */
  #settledBytes = 0;

  note(requests: number, bytes: number): void {
    if (requests < WARM_UP) return;
    this.#samples.push({ requests, bytes });
    this.#watchedFrom ??= requests;
    if (requests - this.#watchedFrom <= SPAN) this.#settledBytes = Math.max(this.#settledBytes, bytes);
    while (this.#samples.length > 2 && requests - (this.#samples[1] as Sample).requests >= SPAN) this.#samples.shift();
  }

  /** Growth over the last `SPAN` requests by a line through all samples, in bytes; undefined before that many. */
  get growthBytes(): number | undefined {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (!first || !last || last.requests - first.requests < SPAN) return undefined;
    return slopeOf(this.#samples) * SPAN;
  }

  /** The problem, if the memory grows. */
  problem(): FuzzProblem | undefined {
    const grown = this.growthBytes;
    const above = (this.#samples.at(-1)?.bytes ?? 0) - this.#settledBytes;
    if (grown === undefined || grown <= MAX_GROWTH_BYTES || above <= MAX_GROWTH_BYTES) return undefined;
    const span = `${SPAN.toLocaleString('en-GB')} requests`;
    const limit = `more than ${MAX_GROWTH_BYTES / MIB} MiB`;
    const text = `${inMib(grown)} over ${span}, ${limit}, and is ${inMib(above)}, ${limit}, above its maximum of the first ${span} watched`;
    return {
      property: 'memory',
      evidence: 'health',
      source: 'the memory of the node’s process',
      method: 'node',
      what: '',
      message: `its memory grew by ${text}`,
    };
  }
}

const inMib = (bytes: number): string => `${Math.round(bytes / MIB)} MiB`;

/** Slope of the least-squares line, in bytes per request. */
export function slopeOf(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number): number => samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [requests, bytes] = [mean((sample) => sample.requests), mean((sample) => sample.bytes)];
  const spread = samples.reduce((sum, sample) => sum + (sample.requests - requests) ** 2, 0);
  return spread === 0 ? 0 : samples.reduce((sum, sample) => sum + (sample.requests - requests) * (sample.bytes - bytes), 0) / spread;
}
