import type { LinkTraffic, TpsLink } from '../../load/tps/results.ts';

const KILO = 1_000;

/** A rate in bits per second: `20 Mbit/s`. */
export function bitRate(bitsPerS: number): string {
  const [unit, size] = bitsPerS >= KILO ** 3 ? ['Gbit/s', KILO ** 3] : bitsPerS >= KILO ** 2 ? ['Mbit/s', KILO ** 2] : ['kbit/s', KILO];
  return `${Number((bitsPerS / Number(size)).toPrecision(3))} ${unit}`;
}

/** `12.3 kB`, `4.56 MB` */
export function dataSize(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`;
  const [unit, size] = bytes >= KILO ** 3 ? ['GB', KILO ** 3] : bytes >= KILO ** 2 ? ['MB', KILO ** 2] : ['kB', KILO];
  return `${Number((bytes / Number(size)).toPrecision(3))} ${unit}`;
}

/** What a link does: `80 ms ± 20 ms, 20 Mbit/s`. */
export function linkText({ latencyMs, jitterMs, forwardBitsPerS: forward, backBitsPerS: back, breaks }: TpsLink): string {
  const latency = `${latencyMs} ms${jitterMs > 0 ? ` ± ${jitterMs} ms` : ''}`;
  const shown = (rate: number | undefined): string => (rate === undefined ? 'no limit' : bitRate(rate));
  const bandwidth = forward === back ? (forward === undefined ? [] : [bitRate(forward)]) : [`${shown(forward)}, back ${shown(back)}`];
  return [latency, ...bandwidth, ...(breaks ? [`breaks every ${breaks.everyMs} ms for ${breaks.forMs} ms`] : [])].join(', ');
}

/** Kinds of traffic, in the order in which they are shown, with their names. */
export const shownKinds = [
  ['announcement', 'announcements'],
  ['request', 'requests'],
  ['transaction', 'transactions'],
  ['duplicate', 'duplicates'],
  ['block', 'blocks'],
  ['other', 'other'],
] as const satisfies readonly (readonly [keyof LinkTraffic, string])[];
