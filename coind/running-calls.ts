import { setTimeout as delay } from 'node:timers/promises';

/** The asynchronous calls of a node that were not answered yet. */
export class RunningCalls {
  readonly #running = new Set<Promise<unknown>>();

  /** Adds a call until it ends. `onEnd` is called then; what it throws becomes the result. */
  add(call: Promise<unknown>, onEnd: () => void): Promise<unknown> {
    const running = call.finally(() => {
      this.#running.delete(running);
      onEnd();
    });
    this.#running.add(running);
    return running;
  }

  /** Resolves once all present calls have ended, and after `limitMs` at the latest. Returns whether there were any. */
  async ended(limitMs: number): Promise<boolean> {
    if (this.#running.size === 0) return false;
    await Promise.race([Promise.allSettled(this.#running), delay(limitMs, undefined, { ref: false })]);
    return true;
  }
}
