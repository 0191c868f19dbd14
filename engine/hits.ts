import { toPlain } from '../client/wire-json.ts';
import type { Wire } from '../specs/model/wire.ts';
import { fieldsOf } from '../specs/model/fields.ts';
import type { Specification } from '../specs/model/spec.ts';
import { namedArguments } from '../specs/model/named-arguments.ts';
import { variantFor } from '../specs/model/variants.ts';
import { argumentIds } from './argument-ids.ts';
import type { CallRecord } from './call-record.ts';

/**
 * Records what calls cover, each item once: `m:` a method, `p:` a parameter given or omitted, `e:` an enum value,
 * `f:` a result field. A run has one recorder.
 */
export class HitRecorder {
  readonly #specification: Specification;
  readonly #known = new Set<string>();
  /** Number of fields of a variant not seen yet. At zero its results need not be read any more. */
  readonly #unseen = new Map<string, number>();

  constructor(specification: Specification) {
    this.#specification = specification;
  }

  /** The ids that were covered so far. */
  get seen(): ReadonlySet<string> {
    return this.#known;
  }

  /** Ids that these calls are the first to cover. */
  hitsOf(calls: readonly CallRecord[], judged: readonly string[]): string[] {
    const fresh: string[] = [];
    const hit = (id: string): void => {
      if (this.#known.has(id)) return;
      this.#known.add(id);
      fresh.push(id);
    };
    for (const id of judged) hit(id);
    for (const call of calls) if (call.reply.type === 'result') this.#call(call, call.reply.result, hit);
    return fresh;
  }

  #call(call: CallRecord, result: Wire, hit: (id: string) => void): void {
    const method = this.#specification.method(call.method);
    if (method.beyond) return;
    hit(`m:${method.id}`);
    const args = namedArguments(method, call.params);
    for (const id of argumentIds(this.#specification.spec, method, args)) hit(id);
    const variant = variantFor(method, toPlain(args as Wire) as Record<string, unknown>);
    if (!variant?.result) return;
    const key = `${method.id}#${variant.id}`;
    const left = this.#unseen.get(key) ?? fieldsOf(this.#specification.spec, variant.result).size;
    if (left === 0) return;
    const before = this.#known.size;
    for (const field of fieldsOf(this.#specification.spec, variant.result, result)) hit(`f:${key}:${field}`);
    this.#unseen.set(key, left - (this.#known.size - before));
  }
}
