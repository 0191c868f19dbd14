import { isLosslessNumber } from 'lossless-json';
import { alternatives, isObject } from '../specs/model/resolve.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { Method, Schema, Spec, Variant } from '../specs/model/types.ts';
import { walk } from '../specs/model/walk.ts';
import type { Wire } from '../specs/model/wire.ts';

/** Names of arguments whose values are secret although their description is no shape of a secret. */
const SECRET_NAME = /pass(?:phrase|word)|priv(?:ate)?_?keys?|seed|secret/i;

/** A call of a client with its answer. */
interface Given {
  /** In their order, with those of a subcommand. */
  readonly params: readonly Wire[];
  readonly variant: Variant | undefined;
  readonly result: Wire | undefined;
}

/** The secrets in a call of a client and its answer: passphrases that it sent, private keys that were sent or shown. */
export function secretValues({ spec }: Specification, method: Method, { params, variant, result }: Given): readonly string[] {
  const search = new Search(spec);
  const own = params.slice(method.wire.prefix.length);
  for (const [index, { name, schema }] of (method.own?.params ?? method.params).entries())
    search.visit(schema, own[index], SECRET_NAME.test(name));
  // Most results are large and hold none.
  if (variant?.result && mayHoldSecrets(spec, variant.result)) search.visit(variant.result, result, false);
  return search.found;
}

class Search {
  readonly found: string[] = [];
  readonly #spec: Spec;

  constructor(spec: Spec) {
    this.#spec = spec;
  }

  /** Finds texts and numbers at the places that a schema or their name says are secret, by any branch of a union. */
  visit(schema: Schema, value: unknown, isSecret: boolean): void {
    if (value === undefined || value === null || typeof value === 'boolean') return;
    const isOfSecret = isSecret || refersToSecret(this.#spec, schema);
    if (typeof value === 'string' || typeof value === 'number' || isLosslessNumber(value)) {
      if (isOfSecret) this.found.push(String(value));
      return;
    }
    const parts = alternatives(this.#spec, schema);
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        const described = parts.map(({ prefixItems, items }) => prefixItems?.[index] ?? items ?? {});
        for (const one of described) this.visit(one, item, isOfSecret);
      }
    } else if (isObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        const described = parts.map(({ properties, additionalProperties }) => properties?.[name] ?? (additionalProperties || {}));
        for (const one of described) this.visit(one, member, isOfSecret || SECRET_NAME.test(name));
      }
    }
  }
}

/** Schemas by whether a value of them may hold a secret. */
const holding = new WeakMap<Schema, boolean>();

function mayHoldSecrets(spec: Spec, schema: Schema): boolean {
  let may = holding.get(schema);
  if (may === undefined) {
    may = false;
    walk(spec, schema, ({ pattern, schema: here }) => {
      may ||=
        SECRET_NAME.test(pattern.split('.').at(-1) ?? '') ||
        Object.values(here.properties ?? {}).some((one) => refersToSecret(spec, one)) ||
        (here.items !== undefined && refersToSecret(spec, here.items));
    });
    may ||= refersToSecret(spec, schema);
    holding.set(schema, may);
  }
  return may;
}

/** Whether a value of this schema is secret as a whole, by any branch of it. */
function refersToSecret(spec: Spec, { $ref, anyOf = [], oneOf = [], allOf = [] }: Schema): boolean {
  const shape = $ref === undefined ? undefined : spec.shapes[$ref];
  if (shape) return shape.secret || refersToSecret(spec, shape.schema);
  return [...anyOf, ...oneOf, ...allOf].some((branch) => refersToSecret(spec, branch));
}
