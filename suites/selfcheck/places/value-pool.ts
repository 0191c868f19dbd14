import { stringify } from '../../../client/wire-json.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import type { MethodId } from '../../../specs/model/generated/wire.d.ts';
import type { ObservedCalls } from '../types.ts';
import type { ArgumentPlace } from './argument-places.ts';
import { valuesAt } from './steps.ts';

/** Maximum number of values for one place or kind. */
const MAX_VALUES = 64;

/** Cases that send values whose meaning the documents leave open: -1 confirmations may be the same as none. */
const DOUBTFUL = /^methods\/[^/]+\/(near-miss|outside|wrong-type)\//;

/** The values of arguments that nodes accepted in a clean run, by place and by kind. */
export class ValuePool {
  readonly #values = new Map<string, Map<string, Wire>>();

  constructor(places: readonly ArgumentPlace[], observed: ObservedCalls) {
    for (const place of places) {
      for (const { params, reply, caseId } of observed.get(place.method.id as MethodId) ?? []) {
        const argument = params[place.index] ?? undefined;
        if (reply.type !== 'result' || argument === undefined || DOUBTFUL.test(caseId)) continue;
        for (const value of valuesAt(argument, place.steps)) for (const key of keysOf(place)) this.#add(key, value);
      }
    }
  }

  /** The accepted values of a place, then those of its kind elsewhere. */
  valuesFor(place: ArgumentPlace): readonly Wire[] {
    return keysOf(place).flatMap((key) => [...(this.#values.get(key)?.values() ?? [])]);
  }

  #add(key: string, value: Wire): void {
    let values = this.#values.get(key);
    if (!values) this.#values.set(key, (values = new Map()));
    if (values.size < MAX_VALUES) values.set(stringify(value), value);
  }
}

function keysOf({ method, pattern, written }: ArgumentPlace): string[] {
  const kinds = written.flatMap(({ $ref }) => ($ref === undefined ? [] : [`kind ${$ref}`]));
  return [`place ${method.id} ${pattern}`, ...kinds];
}
