import { Alarm } from './alarm.ts';

/** An alarm comes so much too late as a rule: it is set earlier, and the rest is waited for in turns of the event loop. */
const ALARM_ERROR_MS = 0.06;

/** What has something to do at times. */
export interface Scheduled {
  /** When, on the clock of `performance.now()`; Infinity for nothing. */
  readonly dueMs: number;
  deliver(nowMs: number): void;
}

/** Calls each of many when it is due. */
export class Schedule {
  readonly #waiting = new Set<Scheduled>();
  readonly #alarm = new Alarm(() => this.#run());
  /** What is due, or nearly, is done once the event loop has read all that it can. */
  #soon: NodeJS.Immediate | undefined;

  /** Its time may have changed. */
  add(item: Scheduled): void {
    const { dueMs } = item;
    if (dueMs === Infinity) return;
    this.#waiting.add(item);
    this.#wakeBy(dueMs);
  }

  remove(item: Scheduled): void {
    this.#waiting.delete(item);
  }

  close(): Promise<void> {
    clearImmediate(this.#soon);
    return this.#alarm.close();
  }

  #run(): void {
    clearImmediate(this.#soon);
    this.#soon = undefined;
    let next = Infinity;
    for (const item of this.#waiting) {
      if (item.dueMs <= performance.now()) item.deliver(performance.now());
      if (item.dueMs === Infinity) this.#waiting.delete(item);
      else next = Math.min(next, item.dueMs);
    }
    if (next < Infinity) this.#wakeBy(next);
  }

  #wakeBy(dueMs: number): void {
    if (dueMs - performance.now() <= ALARM_ERROR_MS) this.#soon ??= setImmediate(() => this.#run());
    else this.#alarm.setBy(dueMs - ALARM_ERROR_MS);
  }
}
