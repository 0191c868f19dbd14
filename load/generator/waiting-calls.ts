import type { PreparedCall } from './types.ts';

/** So many places may be empty before the rest is moved together. */
const EMPTY_PLACES = 4_096;

/**
 * Calls that are due, first in, first out. Two columns rather than an object for each call: above the capacity of a node
 * hundreds of thousands wait, and the collector of garbage would go through them again and again.
 */
export class WaitingCalls {
  #calls: PreparedCall[] = [];
  #intendedAtUs: number[] = [];
  #head = 0;

  get length(): number {
    return this.#calls.length - this.#head;
  }

  /** The first call and the time at which it was due; undefined where none waits. */
  get firstCall(): PreparedCall | undefined {
    return this.#calls[this.#head];
  }

  get firstIntendedAtUs(): number | undefined {
    return this.#intendedAtUs[this.#head];
  }

  push(call: PreparedCall, intendedAtUs: number): void {
    this.#calls.push(call);
    this.#intendedAtUs.push(intendedAtUs);
  }

  /** Removes the first. */
  removeFirst(): void {
    this.#head++;
    if (this.#head === this.#calls.length) {
      this.#calls.length = 0;
      this.#intendedAtUs.length = 0;
      this.#head = 0;
    } else if (this.#head >= EMPTY_PLACES && this.#head * 2 > this.#calls.length) {
      this.#calls = this.#calls.slice(this.#head);
      this.#intendedAtUs = this.#intendedAtUs.slice(this.#head);
      this.#head = 0;
    }
  }
}
