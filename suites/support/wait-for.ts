import { setTimeout as delay } from 'node:timers/promises';
import type { Trial } from '../../engine/trial.ts';

const POLL_MS = 50;

/**
 * Polls until `probe` holds. Returns whether it did within `timeoutMs` on a machine that is not busy. If it did not, what the case finds
 * from then on depends on time.
 */
export async function holdsWithin(t: Trial, timeoutMs: number, probe: () => Promise<boolean>): Promise<boolean> {
  const deadline = t.world.service.pace.deadline(timeoutMs);
  for (;;) {
    if (await probe()) return true;
    if (deadline.isOver()) {
      t.dependsOn('time');
      return false;
    }
    await delay(POLL_MS);
  }
}

/** Waits. What the case finds from then on depends on time. */
export async function pause(t: Trial, ms: number): Promise<void> {
  t.dependsOn('time');
  await delay(ms);
}
