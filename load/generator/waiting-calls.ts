import type { PreparedCall } from './types.ts';

/** A call that is due. */
export interface WaitingCall {
  readonly call: PreparedCall;
  readonly intendedAtUs: number;
}

/** So many places may be empty before the rest is moved together. */
const EMPTY_PLACES = 4_096;

/** First in, first out; `shift` of an array takes time in proportion to its length. */
export class WaitingCalls {
  #calls: WaitingCall[] = [];
  #head = 0;

  get length(): number {
    return this.#calls.length - this.#head;
  }

  get first(): WaitingCall | undefined {
    return this.#calls[this.#head];
  }

  push(call: WaitingCall): void {
    this.#calls.push(call);
  }

  /** Removes and returns the first. Throws where there is none. */
  shift(): WaitingCall {
    const first = this.#calls[this.#head++];
    if (!first) throw new Error('internal error: no call waits');
    if (this.#head === this.#calls.length) {
      this.#calls = [];
      this.#head = 0;
    } else if (this.#head > EMPTY_PLACES && this.#head * 2 > this.#calls.length) {
      this.#calls = this.#calls.slice(this.#head);
      this.#head = 0;
    }
    return first;
  }
}
