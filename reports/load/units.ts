/** Microseconds for people: `840 µs`, `9.81 ms`, `1.2 s`. */
export function latency(us: number): string {
  if (us < 1_000) return `${Math.round(us)} µs`;
  if (us < 1_000_000) return `${rounded(us / 1_000)} ms`;
  return `${rounded(us / 1_000_000)} s`;
}

/** Calls per second: `3,412`, `48.3`. */
export function perSecond(rate: number): string {
  return rate >= 100 ? Math.round(rate).toLocaleString('en-GB') : String(Number(rate.toPrecision(3)));
}

/** A share from 0 to 1: `0.12 %`. */
export function share(value: number): string {
  return `${Number((100 * value).toPrecision(3))} %`;
}

/** `84 MB` */
export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000).toLocaleString('en-GB')} MB`;
}

const rounded = (value: number): string => (value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3))));
