import { toPlain } from '../../client/wire-json.ts';
import { alternatives } from '../../specs/model/resolve.ts';
import type { Json, Method, Schema, Spec } from '../../specs/model/types.ts';
import type { Wire } from '../../specs/model/wire.ts';

/** Kinds of calls that are told apart. */
const MAX_KINDS = 2_000;

/** One call of a client that was answered with a result. */
export interface RecordedCall {
  readonly method: Method;
  /** By name; undefined or null for one that was left out. */
  readonly args: { readonly [name: string]: Wire | undefined };
  /** When it began to come: milliseconds since 1970. */
  readonly atMs: number;
  /** It was one of several calls of one request. */
  readonly inList: boolean;
}

/** Calls that are alike but for the values of their arguments. */
export interface RecordedKind {
  readonly method: string;
  /** Arguments that decide what a call costs, and say nothing of the client: the values of enumerations, true and false. */
  readonly args: { readonly [name: string]: Json };
  /** Optional arguments that were given with another value. */
  readonly optional: readonly string[];
  readonly count: number;
}

/** What was recorded of traffic: no value of a client that could tell who or what it is about. */
export interface Recorded {
  readonly kinds: readonly RecordedKind[];
  readonly calls: number;
  readonly inLists: number;
  /** From the first call to the last one, in milliseconds. */
  readonly lastedMs: number;
  /** Standard deviation of the times between calls, over their mean: 0 for even ones, 1 for independent ones. */
  readonly variation: number;
  /** Calls that are in no kind, by the reason. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/** Counts the calls of clients by their kinds. Its size does not grow with the traffic. */
export class TrafficRecorder {
  readonly #spec: Spec;
  readonly #kinds = new Map<string, { -readonly [K in keyof RecordedKind]: RecordedKind[K] }>();
  readonly #leftOut = new Map<string, number>();
  #calls = 0;
  #inLists = 0;
  #firstMs: number | undefined;
  #lastMs = 0;
  #gaps = { count: 0, mean: 0, squares: 0 };

  constructor(spec: Spec) {
    this.#spec = spec;
  }

  note({ method, args, atMs, inList }: RecordedCall): void {
    this.#time(atMs);
    if (method.variants.some(({ effect }) => effect.includes('process'))) {
      this.leaveOut(`${method.id} ends or changes the process of the node`);
      return;
    }
    const fixed: Record<string, Json> = {};
    const optional: string[] = [];
    for (const { name, required, schema } of method.params) {
      const value = args[name] ?? null;
      if (value === null) continue;
      const plain = toPlain(value);
      if (isChoice(this.#spec, schema, plain)) fixed[name] = plain;
      else if (!required) optional.push(name);
    }
    const key = JSON.stringify([method.id, fixed, optional]);
    const known = this.#kinds.get(key);
    if (known) known.count++;
    else if (this.#kinds.size < MAX_KINDS) this.#kinds.set(key, { method: method.id, args: fixed, optional, count: 1 });
    else {
      this.leaveOut(`more than ${MAX_KINDS} kinds of calls`);
      return;
    }
    this.#calls++;
    if (inList) this.#inLists++;
  }

  /** A call that the load does not make, and why. */
  leaveOut(why: string): void {
    this.#leftOut.set(why, (this.#leftOut.get(why) ?? 0) + 1);
  }

  get recorded(): Recorded {
    const { count, mean, squares } = this.#gaps;
    return {
      kinds: [...this.#kinds.values()].toSorted((a, b) => b.count - a.count),
      calls: this.#calls,
      inLists: this.#inLists,
      lastedMs: this.#lastMs - (this.#firstMs ?? this.#lastMs),
      variation: count < 2 || mean === 0 ? 1 : Math.sqrt(squares / count) / mean,
      leftOut: this.#leftOut,
    };
  }

  /** Adds the time since the call before to the mean and the sum of squared deviations, one pass over all (Welford). */
  #time(atMs: number): void {
    if (this.#firstMs === undefined) {
      this.#firstMs = atMs;
      this.#lastMs = atMs;
      return;
    }
    const gap = Math.max(0, atMs - this.#lastMs);
    this.#lastMs = Math.max(this.#lastMs, atMs);
    const gaps = this.#gaps;
    gaps.count++;
    const before = gap - gaps.mean;
    gaps.mean += before / gaps.count;
    gaps.squares += before * (gap - gaps.mean);
  }
}

/** Whether a value is one of few that the documents list: of an enumeration, or true or false. */
function isChoice(spec: Spec, schema: Schema, value: Json): boolean {
  return alternatives(spec, schema).some(
    (branch) => branch.enum?.includes(value) === true || (typeof value === 'boolean' && branch.type === 'boolean'),
  );
}
