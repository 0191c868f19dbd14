import { MASK } from '../../client/mask.ts';
import { isObject } from '../../specs/model/resolve.ts';
import type { Method, Schema, Spec, Variant } from '../../specs/model/types.ts';
import type { Wire } from '../../specs/model/wire.ts';

/** The value with `***` in place of each text whose shape is secret. */
export function maskSecretKinds(spec: Spec, schema: Schema, value: Wire): Wire {
  if (schema.$ref !== undefined) {
    const shape = spec.shapes[schema.$ref];
    if (shape?.secret === true) return MASK;
    return shape ? maskSecretKinds(spec, shape.schema, value) : value;
  }
  const forms = [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  const inForms = forms.reduce<Wire>(
    (masked, form) => (fitsKind(spec, form, masked) ? maskSecretKinds(spec, form, masked) : masked),
    value,
  );
  if (Array.isArray(inForms)) {
    const { prefixItems = [], items } = schema;
    return inForms.map((item, index) => {
      const at = prefixItems[index] ?? items;
      return at ? maskSecretKinds(spec, at, item) : item;
    });
  }
  if (!isObject(inForms)) return inForms;
  const { properties = {}, additionalProperties } = schema;
  return Object.fromEntries(
    Object.entries(inForms as { [name: string]: Wire }).map(([name, member]) => {
      const at = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      return [name, typeof at === 'object' ? maskSecretKinds(spec, at, member) : member];
    }),
  );
}

/** Of a union, a secret text is no number or object of another form. */
function fitsKind(spec: Spec, { $ref }: Schema, value: Wire): boolean {
  const isSecret = $ref !== undefined && spec.shapes[$ref]?.secret === true;
  return !isSecret || typeof value === 'string';
}

/** The arguments of a method with secret values masked: in order, after those of a sub-command, or by name. */
export function maskedParams<Params extends readonly Wire[] | { readonly [name: string]: Wire }>(
  spec: Spec,
  { params: described, wire }: Method,
  params: Params,
): Params {
  const own = (schema: Schema | undefined, value: Wire): Wire => (schema ? maskSecretKinds(spec, schema, value) : value);
  const masked = Array.isArray(params)
    ? (params as readonly Wire[]).map((value, index) => own(described[index - wire.prefix.length]?.schema, value))
    : Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, own(described.find((one) => one.name === name)?.schema, value)]),
      );
  return masked as unknown as Params;
}

/** The result of a variant with secret values masked. */
export const maskedResult = (spec: Spec, { result }: Pick<Variant, 'result'>, value: Wire): Wire =>
  result ? maskSecretKinds(spec, result, value) : value;
