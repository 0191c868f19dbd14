import type { NodeCall } from '../node-call.ts';
import { epochUs } from './epoch-clock.ts';

const CALLS = 40;
const US_PER_MS = 1_000;

/** Bounds of a clock's offset from ours, in microseconds: above 0 where it is ahead. */
export interface OffsetBounds {
  readonly low: number;
  readonly high: number;
}

/** One reading of a node's clock in whole milliseconds, taken between two moments of ours. */
export interface ClockReading {
  readonly sentUs: number;
  readonly receivedUs: number;
  readonly nodeMs: number;
}

/**
 * What all readings allow: the node read its clock after the call was sent and before the answer came, and showed it
 * rounded down to a millisecond. Each reading gives bounds; where they do not overlap, the clock was set between them,
 * and the bounds are those that hold all.
 */
export function offsetBounds(readings: readonly ClockReading[]): OffsetBounds {
  const lows = readings.map(({ receivedUs, nodeMs }) => nodeMs * US_PER_MS - receivedUs);
  const highs = readings.map(({ sentUs, nodeMs }) => (nodeMs + 1) * US_PER_MS - sentUs);
  const [low, high] = [Math.max(...lows), Math.min(...highs)];
  return low <= high ? { low, high } : { low: Math.min(...lows), high: Math.max(...highs) };
}

/** Reads the clock of a node many times (getnettotals). */
export async function measureOffset(call: NodeCall): Promise<OffsetBounds> {
  const readings: ClockReading[] = [];
  for (let index = 0; index < CALLS; index++) {
    const sentUs = epochUs();
    const { timemillis } = await call('getnettotals');
    readings.push({ sentUs, receivedUs: epochUs(), nodeMs: timemillis });
  }
  return offsetBounds(readings);
}

/** So far may stamps of two of the nodes be off from each other, whichever two. */
export function clockErrorUs(bounds: readonly OffsetBounds[]): number {
  if (bounds.length === 0) return 0;
  return Math.max(0, Math.max(...bounds.map(({ high }) => high)) - Math.min(...bounds.map(({ low }) => low)));
}
