import type { Clock } from '../clock.ts';

/** Timers are late by a millisecond or so: from here on the time is watched. */
const WATCHED_US = 2_000;
/** The longest that a timer of the runtime can be set to. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Does one thing at a time of the machine's clock, to the microsecond as far as nothing else keeps the process busy. */
export class PreciseTimer {
  readonly #clock: Clock;
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * In place of what was to be done before. A time that is past: soon, but not before the caller is done.
   * @param timeUs epoch microseconds
   * @param prepare is called shortly before, a millisecond or more
   */
  set(timeUs: number, action: () => void, prepare: () => void = () => undefined): void {
    this.clear();
    const waitMs = Math.floor((timeUs - this.#clock.microseconds() - WATCHED_US) / 1000);
    this.#timer = setTimeout(
      () => {
        if (timeUs - this.#clock.microseconds() > 2 * WATCHED_US) return this.set(timeUs, action, prepare);
        this.#timer = undefined;
        prepare();
        while (this.#clock.microseconds() < timeUs);
        action();
      },
      Math.min(Math.max(waitMs, 0), MAX_TIMER_MS),
    );
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
