import { setTimeout as sleep } from 'node:timers/promises';

/** Between two polls: short at first, as most conditions hold soon. */
const PAUSE_MS = { first: 1, max: 20 };

/**
 * Polls until a condition holds: the wait of all tests for what sends no event.
 * @param what the condition, for the message, or what was found last
 * @throws Error if it does not hold within `withinMs`
 */
export async function until(what: string | (() => string), holds: () => boolean | Promise<boolean>, withinMs = 900_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (let pauseMs = PAUSE_MS.first; !(await holds()); pauseMs = Math.min(2 * pauseMs, PAUSE_MS.max)) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs / 1000} s: ${typeof what === 'string' ? what : what()}`);
    await sleep(pauseMs);
  }
}
