import type { Problem } from './problem.ts';

/** Requests to a process before its memory is watched: it compiles code and fills its caches. */
export const WARM_UP = 10_000;
/** Requests over which growth is measured. */
export const SPAN = 10_000;
const MIB = 1_024 * 1_024;
/** Growth over `SPAN` requests that counts as a leak. Over 100,000 requests coind showed 4 MiB. */
export const MAX_GROWTH_BYTES = 64 * MIB;

interface Sample {
  readonly requests: number;
  readonly bytes: number;
}

/** The memory of one process of a node, by the number of requests that it was sent. */
export class MemoryWatch {
  readonly #samples: Sample[] = [];

  note(requests: number, bytes: number): void {
    if (requests >= WARM_UP) this.#samples.push({ requests, bytes });
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
  problem(): Problem | undefined {
    const grown = this.growthBytes;
    if (grown === undefined || grown <= MAX_GROWTH_BYTES) return undefined;
    const text = `${Math.round(grown / MIB)} MiB over ${SPAN.toLocaleString('en-GB')} requests, more than ${MAX_GROWTH_BYTES / MIB} MiB`;
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

/** Slope of the least-squares line, in bytes per request. */
export function slopeOf(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number): number => samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [requests, bytes] = [mean((sample) => sample.requests), mean((sample) => sample.bytes)];
  const spread = samples.reduce((sum, sample) => sum + (sample.requests - requests) ** 2, 0);
  return spread === 0 ? 0 : samples.reduce((sum, sample) => sum + (sample.requests - requests) * (sample.bytes - bytes), 0) / spread;
}
