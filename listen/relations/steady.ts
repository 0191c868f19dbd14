import type { Finding } from '../../engine/outcome.ts';
import { unlessOver } from './answered.ts';
import { RelationChecks, type Place } from './relation-checks.ts';
import { callText, isBefore, type TimedCall, type Times } from './timed-call.ts';

/** Calls between two equal answers that are kept until the second one comes. */
const MAX_WAITING = 200;
/** Calls that may have changed something, of those that were answered last. */
const MAX_CHANGES = 200;

/** What is judged of a call if the state did not change: by what was said of it before and after, in the calls `others`. */
export type Judgement = (checks: RelationChecks, value: string, others: readonly string[]) => void;

interface Waiting {
  readonly times: Times;
  readonly place: Place;
  readonly judge: Judgement;
}

interface Witness {
  readonly value: string;
  readonly times: Times;
  readonly text: string;
  readonly waiting: Waiting[];
}

/** What may have changed the state: calls of any client that do more than read, and those that are not known. */
export class Changes {
  readonly #last: Times[] = [];

  note({ startedAt, endedAt }: Times): void {
    this.#last.push({ startedAt, endedAt });
    if (this.#last.length > MAX_CHANGES) this.#last.shift();
  }

  /** Whether something that may change the state was under way in this time, or may have been and is forgotten. */
  within({ startedAt, endedAt }: Times): boolean {
    const [oldest] = this.#last;
    if (this.#last.length === MAX_CHANGES && oldest && oldest.endedAt > startedAt) return true;
    return this.#last.some((change) => change.endedAt >= startedAt && change.startedAt <= endedAt);
  }
}

/**
 * Judges calls by a state that others may change at any time: the best block, the memory pool, the coins of a wallet. A call is judged
 * only if the same was said of the state before it began and after it was answered, if the state cannot have been another one in between
 * and have come back, and if no client did anything but read in this time.
 */
export class Steady {
  readonly #changes: Changes;
  #witness: Witness | undefined;

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  /** A call that is judged once the state after it is known. */
  wait(call: TimedCall, judge: Judgement): void {
    const waiting = this.#witness?.waiting;
    if (!this.#witness || !waiting || !isBefore(this.#witness.times, call)) return;
    waiting.push({ times: timesOf(call), place: { method: call.method, text: callText(call) }, judge });
    if (waiting.length > MAX_WAITING) waiting.shift();
  }

  /** A call that says what the state is. Returns what that shows of the calls before it. */
  witness(call: TimedCall, value: string): Finding[] {
    const before = this.#witness;
    const text = callText(call);
    this.#witness = { value, times: timesOf(call), text, waiting: [] };
    if (!before || before.value !== value || !isBefore(before.times, call)) return [];
    const span = { startedAt: before.times.startedAt, endedAt: call.endedAt };
    const over = before.waiting.filter(({ times }) => isBefore(times, call));
    if (over.length === 0 || this.#changes.within(span)) return [];
    return over.flatMap(({ place, judge }) => {
      const checks = new RelationChecks(place);
      unlessOver(() => judge(checks, value, [before.text, text]));
      return checks.findings;
    });
  }
}

const timesOf = ({ startedAt, endedAt }: TimedCall): Times => ({ startedAt, endedAt });
