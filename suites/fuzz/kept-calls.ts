import type { Random } from 'fast-check';
import type { Reply } from '../../client/types.ts';
import { LosslessNumber } from 'lossless-json';
import type { Wire } from '../../specs/model/wire.ts';
import { pick } from './arbitraries/pick.ts';
import type { CallProbe } from './probe.ts';

/** More calls are not kept: a later one replaces an earlier one. */
const MAX_KEPT = 1_000;
const DEPTH = 3;

/** Calls that reached an answer of a new kind, from which others are made. */
export class KeptCalls {
  readonly #seen = new Set<string>();
  readonly #calls: CallProbe[] = [];

  /** Number of different kinds of answers so far. */
  get kinds(): number {
    return this.#seen.size;
  }

  get calls(): readonly CallProbe[] {
    return this.#calls;
  }

  /** Keeps a call if its answer is the first of its kind: a code of the method, or a shape of its result. */
  note(call: CallProbe, reply: Reply): void {
    const kind = `${call.method} ${kindOf(reply)}`;
    if (this.#seen.has(kind)) return;
    this.#seen.add(kind);
    if (this.#calls.length < MAX_KEPT) this.#calls.push(call);
    else this.#calls[this.#seen.size % MAX_KEPT] = call;
  }

  /** One of the calls; undefined if there is none. */
  pick(random: Random): CallProbe | undefined {
    return this.#calls.length === 0 ? undefined : pick(random, this.#calls);
  }
}

function kindOf(reply: Reply): string {
  if (reply.type === 'fault') return reply.fault.kind;
  return reply.type === 'error' ? String(reply.error.code) : shapeOf(reply.result, 0);
}

/** The types of a value and of its parts, without the names that are data. */
function shapeOf(value: Wire, depth: number): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) {
    if (value.length === 0 || depth >= DEPTH) return '[]';
    return `[${[...new Set(value.slice(0, 8).map((item) => shapeOf(item, depth + 1)))].sort().join('|')}]`;
  }
  if (typeof value !== 'object' || value instanceof LosslessNumber) return typeof value === 'object' ? 'number' : typeof value;
  if (depth >= DEPTH) return '{}';
  const members = Object.entries(value).map(([name, member]) => `${name.length >= 26 ? '*' : name}:${shapeOf(member, depth + 1)}`);
  return `{${[...new Set(members)].sort().join(',')}}`;
}
