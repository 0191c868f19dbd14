/** Microseconds for people: `840 µs`, `9.81 ms`, `1.2 s`. */
export function latency(us: number): string {
  // Not 1000 µs and 1000 ms, to which these would be rounded.
  if (us < 999.5) return `${Math.round(us)} µs`;
  if (us < 999_500) return `${rounded(us / 1_000)} ms`;
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

/** `25.3 GB` */
export function gigabytes(bytes: number): string {
  return `${Number((bytes / 1e9).toPrecision(3))} GB`;
}

/** CPU time as a share of one core: `76 % of a core`. */
export function ofACore(cpuMs: number, durationMs: number): string {
  return `${Math.round((100 * cpuMs) / Math.max(1, durationMs))} % of a core`;
}

const rounded = (value: number): string => (value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3))));
