import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;

/** Polls until `probe` holds. Returns whether it did within `timeoutMs`. */
export async function holdsWithin(timeoutMs: number, probe: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    if (await probe()) return true;
    if (performance.now() > deadline) return false;
    await delay(POLL_MS);
  }
}
