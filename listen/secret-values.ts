import { isObject } from '../specs/model/resolve.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { Method, Schema, Spec, Variant } from '../specs/model/types.ts';
import type { Wire } from '../specs/model/wire.ts';

/** Names of arguments whose values are secret although their description is no shape of a secret. */
const SECRET_NAME = /pass(?:phrase|word)|priv(?:ate)?_?keys?|seed|secret/i;

/** The secrets in a call of a client and its answer: passphrases that it sent, private keys that were sent or shown. */
export function secretValues(
  { spec }: Specification,
  method: Method,
  given: {
    readonly args: { readonly [name: string]: Wire | undefined };
    readonly variant: Variant | undefined;
    readonly result: Wire | undefined;
  },
): readonly string[] {
  const found: string[] = [];
  for (const { name, schema } of method.params) collect(spec, schema, given.args[name], SECRET_NAME.test(name), found);
  if (given.variant?.result) collect(spec, given.variant.result, given.result, false, found);
  return found;
}

/** Texts at the places of a value that a schema says are secret. A branch of a union that does not fit finds nothing that it does not describe. */
function collect(spec: Spec, schema: Schema, value: unknown, isSecret: boolean, found: string[]): void {
  if (value === undefined || value === null) return;
  if (typeof value === 'string') {
    if (isSecret || refersToSecret(spec, schema)) found.push(value);
    return;
  }
  const shape = schema.$ref === undefined ? undefined : spec.shapes[schema.$ref];
  if (shape) {
    collect(spec, shape.schema, value, isSecret || shape.secret, found);
    return;
  }
  for (const branch of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    collect(spec, branch, value, isSecret, found);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(spec, schema.prefixItems?.[index] ?? schema.items ?? {}, item, isSecret, found);
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const described = schema.properties?.[name] ?? (schema.additionalProperties || {});
      collect(spec, described, member, isSecret || SECRET_NAME.test(name), found);
    }
  }
}

/** Whether a text of this schema is secret, by any branch of it. */
function refersToSecret(spec: Spec, { $ref, anyOf = [], oneOf = [], allOf = [] }: Schema): boolean {
  const shape = $ref === undefined ? undefined : spec.shapes[$ref];
  if (shape) return shape.secret || refersToSecret(spec, shape.schema);
  return [...anyOf, ...oneOf, ...allOf].some((branch) => refersToSecret(spec, branch));
}
