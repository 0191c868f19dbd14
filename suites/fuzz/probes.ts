import type { Random } from 'fast-check';
import { FORM_1 } from '../../client/request-object.ts';
import type { RequestForm } from '../../client/types.ts';
import { requestFormOf } from '../../fixtures/world/request-form.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { Method } from '../../specs/model/types.ts';
import { Calls } from './arbitraries/calls.ts';
import { pick, weighted } from './arbitraries/pick.ts';
import { request, type HarmlessCall } from './arbitraries/requests.ts';
import type { Living } from './json/write-node.ts';
import type { KeptCalls } from './kept-calls.ts';
import { onlyReads } from './only-reads.ts';
import type { CallProbe, Probe } from './probe.ts';

const MAX_LISTED = 6;
/** Kept calls of which parts are taken over at a time. */
const OTHERS = 3;

type Fits = (call: Pick<CallProbe, 'method'>) => boolean;

/** Makes the requests of a run: calls, lists of calls and malformed requests. */
export class Probes {
  readonly #calls: Calls;
  readonly #kept: KeptCalls;
  /** The form of requests that the standard states. */
  readonly #form: RequestForm;
  /** Methods that only read, and whose calls are sent as they are. */
  readonly #reading: ReadonlySet<string>;

  constructor(specification: Specification, methods: readonly Method[], living: Living, kept: KeptCalls) {
    this.#calls = new Calls(specification, methods, living);
    this.#kept = kept;
    this.#form = requestFormOf(specification) ?? FORM_1;
    this.#reading = new Set(methods.filter(onlyReads).map(({ id }) => id));
  }

  get methods(): readonly string[] {
    return this.#calls.methods;
  }

  /** Calls this method no more. */
  drop(method: string): void {
    this.#calls.drop(method);
  }

  /** Any request. */
  any(random: Random): Probe {
    return weighted<() => Probe>(random, [
      [70, () => this.#calls.next(random)],
      [24, () => this.#mutated(random, () => true)],
      [3, () => this.#list(random, () => this.#calls.next(random))],
      [2, () => request(random, this.#harmless(random))],
    ])();
  }

  /** A request that should change nothing: a call that only reads, or one that no method accepts. */
  steady(random: Random): Probe {
    const reading = this.#calls.methods.filter((method) => this.#reading.has(method));
    const call = (): CallProbe =>
      reading.length > 0 && random.nextInt(1, 3) > 1 ? this.#calls.next(random, reading) : this.#calls.refused(random);
    return weighted<() => Probe>(random, [
      [76, call],
      [20, () => this.#mutated(random, ({ method }) => this.#reading.has(method))],
      [2, () => this.#list(random, call)],
      [2, () => request(random, this.#harmless(random))],
    ])();
  }

  /** Whether a result of it may change the state. */
  changes({ method }: Pick<CallProbe, 'method'>): boolean {
    return !this.#reading.has(method);
  }

  #mutated(random: Random, fits: Fits): CallProbe {
    const base = this.#kept.pick(random);
    if (!base || !fits(base) || !this.#calls.methods.includes(base.method)) return this.#fallback(random, fits);
    const others = Array.from({ length: OTHERS }, () => this.#kept.pick(random)).filter((call) => call !== undefined);
    return this.#calls.mutated(base, random, others);
  }

  #fallback(random: Random, fits: Fits): CallProbe {
    const fitting = this.#calls.methods.filter((method) => fits({ method }));
    return fitting.length > 0 ? this.#calls.next(random, fitting) : this.#calls.refused(random);
  }

  #list(random: Random, call: () => CallProbe): Probe {
    return { type: 'list', calls: Array.from({ length: random.nextInt(1, MAX_LISTED) }, call) };
  }

  /** A call that may be damaged in any way: whatever is read of it changes nothing. */
  #harmless(random: Random): HarmlessCall {
    const reading = this.#calls.methods.filter((method) => this.#reading.has(method) && !method.includes(' '));
    return { method: reading.length > 0 ? pick(random, reading) : 'getblockcount', form: this.#form };
  }
}
