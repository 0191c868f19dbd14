import type { PreparedCall } from '../generator/types.ts';

/** Calls that are sent once each, in their order; more may be added while they are sent. */
export class SubmittedCalls {
  readonly calls: PreparedCall[] = [];
  #next = 0;

  /** Calls that have not been sent yet. */
  get left(): number {
    return this.calls.length - this.#next;
  }

  add(calls: readonly PreparedCall[]): void {
    for (const call of calls) this.calls.push(call);
  }

  /** The call that is due next; undefined where none is left. */
  readonly next = (): PreparedCall | undefined => (this.left > 0 ? this.calls[this.#next++] : undefined);
}
