import { mapSchema } from './map-schema.ts';
import type { Schema, Spec } from './types.ts';

/** The specification with results of which parts suffice: no member of an object is required. For results of examples. */
export function partialSpec(spec: Spec): Spec {
  const shapes = Object.values(spec.shapes).map((shape) => [shape.name, { ...shape, schema: partial(shape.schema) }] as const);
  const methods = spec.methods.map((method) => ({
    ...method,
    variants: method.variants.map((variant) => ({ ...variant, result: variant.result && partial(variant.result) })),
  }));
  return { ...spec, shapes: Object.fromEntries(shapes), methods };
}

const partial = (schema: Schema): Schema =>
  mapSchema(schema, ({ oneOf, anyOf, minProperties: _, ...rest }) => {
    // A part of a value may fit several branches.
    const branches = oneOf ?? anyOf;
    return { ...rest, ...(branches && { anyOf: branches }), ...((rest.properties ?? rest.required) && { required: [] }) };
  });
