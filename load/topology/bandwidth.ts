const UNIT_BITS = { kbit: 1_000, mbit: 1_000_000, gbit: 1_000_000_000 } as const;

/** `500kbit`, `20mbit` or `1gbit` in bits per second; undefined for anything else. */
export function bitsPerS(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(kbit|mbit|gbit)$/.exec(text);
  const bits = match ? Number(match[1]) * UNIT_BITS[match[2] as keyof typeof UNIT_BITS] : 0;
  return bits > 0 ? bits : undefined;
}
