const UNITS = [
  ['gbit', 1_000_000_000],
  ['mbit', 1_000_000],
  ['kbit', 1_000],
] as const;

/** Milliseconds as tc and Chaos Mesh have them, without a fraction: `40ms`, or `500us`. */
export const wholeTime = (ms: number): string => (Number.isInteger(ms) ? `${ms}ms` : `${Math.round(ms * 1_000)}us`);

/** Bits per second as files of networks have them: `20mbit`. */
export function rateText(bitsPerS: number): string {
  const unit = UNITS.find(([, bits]) => bitsPerS % bits === 0);
  return unit ? `${bitsPerS / unit[1]}${unit[0]}` : `${bitsPerS / 1_000}kbit`;
}

/** Bits per second as tc and Chaos Mesh have them, without a fraction: `20mbit`, or `1500bit`. */
export function wholeRate(bitsPerS: number): string {
  const text = rateText(bitsPerS);
  return text.includes('.') ? `${Math.round(bitsPerS)}bit` : text;
}
