import type { Link } from '../topology/types.ts';

/** What a node sends over a link to another one. */
export interface Direction {
  readonly from: string;
  readonly to: string;
  readonly latencyMs: number;
  readonly jitterMs: number;
  /** Bits per second; undefined where it has no limit. */
  readonly bandwidth: number | undefined;
}

/** The two directions of a link, of which those that change nothing are left out. */
export function directionsOf({ between: [first, second], shaping }: Link): Direction[] {
  const { latencyMs, jitterMs, bandwidth } = shaping;
  const both: Direction[] = [
    { from: first, to: second, latencyMs, jitterMs, bandwidth: bandwidth.forward },
    { from: second, to: first, latencyMs, jitterMs, bandwidth: bandwidth.back },
  ];
  return both.filter((direction) => direction.latencyMs > 0 || direction.bandwidth !== undefined);
}
