import type { Clock } from '../clock.ts';

/** Timers are late by a millisecond or so: the clock is polled for the rest. */
const POLLED_US = 2_000;
/** When `prepare` is called, before the time. */
const PREPARED_US = 50_000;
/** The longest delay that a timer of the runtime can have. */
const MAX_DELAY_MS = 2 ** 31 - 1;

export interface TimedAction {
  /** Epoch microseconds. */
  readonly timeUs: number;
  /** Called once before `run`, some milliseconds before the time where that is still to come. */
  prepare(): void;
  run(): void;
}

/** Runs one action at a time of the machine's clock, exact to some microseconds unless something else keeps the thread busy. */
export class PreciseTimer {
  readonly #clock: Clock;
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Replaces the action that was set before. An action whose time is past runs soon, never within this call. */
  set(action: TimedAction): void {
    this.clear();
    this.#wait(action.timeUs - PREPARED_US, () => {
      action.prepare();
      this.#wait(action.timeUs - POLLED_US, () => {
        while (this.#clock.microseconds() < action.timeUs);
        action.run();
      });
    });
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Calls back at a time or up to some milliseconds later. */
  #wait(timeUs: number, then: () => void): void {
    const delayMs = (timeUs - this.#clock.microseconds()) / 1000;
    this.#timer = setTimeout(
      () => {
        // A timer may be early by up to a millisecond, and a long delay takes several timers.
        if (timeUs - this.#clock.microseconds() > 1000) return this.#wait(timeUs, then);
        this.#timer = undefined;
        then();
      },
      Math.min(Math.max(Math.floor(delayMs), 0), MAX_DELAY_MS),
    );
  }
}
