import { Alarm } from './alarm.ts';

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
  /** What is due already is done once the event loop has read all that it can. */
  #soon: NodeJS.Immediate | undefined;

  /** Its time may have changed. */
  add(item: Scheduled): void {
    const { dueMs } = item;
    if (dueMs === Infinity) return;
    this.#waiting.add(item);
    if (dueMs <= performance.now()) this.#soon ??= setImmediate(() => this.#run());
    else this.#alarm.setBy(dueMs);
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
    if (next < Infinity) this.#alarm.setBy(next);
  }
}
