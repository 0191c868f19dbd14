import { toPlain } from '../../client/wire-json.ts';
import { alternatives } from '../../specs/model/resolve.ts';
import type { Json, Method, Schema, Spec } from '../../specs/model/types.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { leftOutReason } from './left-out.ts';
import { RateProfile } from './rate-profile.ts';

/** Kinds of calls, wallets and reasons that are told apart. */
const MAX_KINDS = 2_000;
const MAX_WALLETS = 1_000;
const MAX_REASONS = 50;

/** One call of a client that was answered with a result. */
export interface RecordedCall {
  readonly method: Method;
  /** By name; undefined or null for one that was left out. */
  readonly args: { readonly [name: string]: Wire | undefined };
  /** When it began to come: milliseconds since 1970. */
  readonly atMs: number;
  /** It was one of several calls of one request. */
  readonly inList: boolean;
  /** The connection over which it came. */
  readonly client: string;
  readonly wallet: string | undefined;
}

/** Calls that are alike but for the values of their arguments. */
export interface RecordedKind {
  readonly method: string;
  /** Arguments that decide what a call costs, and say nothing of the client: listed values, lists of these, true and false. */
  readonly args: { readonly [name: string]: Json };
  /** Optional arguments that were given with another value. */
  readonly optional: readonly string[];
  readonly count: number;
}

/** Requests with several calls. */
export interface RecordedLists {
  readonly lists: number;
  readonly calls: number;
  readonly longest: number;
}

/** What was recorded of traffic: no value of a client that could tell who or what it is about. */
export interface Recorded {
  readonly kinds: readonly RecordedKind[];
  readonly calls: number;
  readonly lists: RecordedLists;
  /** Wallets that calls were made to by name. */
  readonly wallets: number;
  readonly profile: RateProfile;
  /** Calls that are in no kind, by the reason. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/** Counts the calls of clients by their kinds. Its size does not grow with the traffic. */
export class TrafficRecorder {
  readonly #spec: Spec;
  readonly #kinds = new Map<string, { -readonly [K in keyof RecordedKind]: RecordedKind[K] }>();
  readonly #leftOut = new Map<string, number>();
  readonly #wallets = new Set<string>();
  readonly #profile = new RateProfile();
  readonly #lists = { lists: 0, calls: 0, longest: 0 };
  #calls = 0;
  /** The list that the last call was in, and how many of its calls came. */
  #list: { readonly key: string; length: number } | undefined;

  constructor(spec: Spec) {
    this.#spec = spec;
  }

  note(call: RecordedCall): void {
    const { method, args, atMs, inList, wallet } = call;
    this.#noteList(inList ? `${call.client} ${atMs}` : undefined);
    const reason = leftOutReason(method, args);
    if (reason !== undefined) {
      this.leaveOut(reason);
      return;
    }
    const { fixed, optional } = this.#argumentsOf(method, args);
    const key = JSON.stringify([method.id, fixed, optional]);
    const known = this.#kinds.get(key);
    if (known) known.count++;
    else if (this.#kinds.size < MAX_KINDS) this.#kinds.set(key, { method: method.id, args: fixed, optional, count: 1 });
    else {
      this.leaveOut(`more than ${MAX_KINDS} kinds of calls`);
      return;
    }
    this.#profile.note(atMs);
    this.#calls++;
    if (wallet !== undefined && this.#wallets.size < MAX_WALLETS) this.#wallets.add(wallet);
  }

  /** A call that the load does not make, and why. */
  leaveOut(why: string): void {
    const reason = this.#leftOut.has(why) || this.#leftOut.size < MAX_REASONS ? why : 'other reasons';
    this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + 1);
  }

  get recorded(): Recorded {
    return {
      kinds: [...this.#kinds.values()].toSorted((a, b) => b.count - a.count),
      calls: this.#calls,
      lists: { ...this.#lists },
      wallets: this.#wallets.size,
      profile: this.#profile,
      leftOut: this.#leftOut,
    };
  }

  /** The calls of a list come one after another. */
  #noteList(key: string | undefined): void {
    if (key === undefined) {
      this.#list = undefined;
      return;
    }
    if (this.#list?.key !== key) {
      this.#list = { key, length: 0 };
      this.#lists.lists++;
    }
    this.#lists.calls++;
    this.#lists.longest = Math.max(this.#lists.longest, ++this.#list.length);
  }

  #argumentsOf(method: Method, args: RecordedCall['args']): { readonly fixed: Record<string, Json>; readonly optional: string[] } {
    const fixed: Record<string, Json> = {};
    const optional: string[] = [];
    for (const { name, required, schema } of method.params) {
      const value = args[name] ?? null;
      if (value === null) continue;
      const plain = toPlain(value);
      if (isChoice(this.#spec, schema, plain)) fixed[name] = plain;
      else if (!required) optional.push(name);
    }
    return { fixed, optional };
  }
}

/** Whether a value is one of few that the documents list, or a list of such: of an enumeration, or true or false. */
function isChoice(spec: Spec, schema: Schema, value: Json): boolean {
  return alternatives(spec, schema).some((branch) => {
    if (Array.isArray(value)) {
      const { items } = branch;
      return items !== undefined && value.length > 0 && value.every((item) => !Array.isArray(item) && isChoice(spec, items, item));
    }
    return branch.enum?.includes(value) === true || (typeof value === 'boolean' && branch.type === 'boolean');
  });
}
