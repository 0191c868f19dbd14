/** How exact timeouts are. */
const SWEEPS_PER_TIMEOUT = 50;

/** The time in milliseconds between two looks at calls that may have timed out, and at seconds that are over. */
export const sweepIntervalMs = (timeoutMs: number): number => Math.min(100, Math.max(1, timeoutMs / SWEEPS_PER_TIMEOUT));
