import { definesItsValues } from '../../../fixtures/world/generate.ts';
import { kindOf } from '../../../fixtures/world/kinds/all.ts';
import { children } from '../../../specs/model/json-schema.ts';
import type { Schema, Spec } from '../../../specs/model/types.ts';

/** Whether a value that fits the schema of an argument is as good as a living one: it names nothing that must exist. */
export const isFree = (spec: Spec, schema: Schema): boolean =>
  (schema.$ref === undefined && (schema.enum !== undefined || schema.type !== 'array')) || namesNothing(spec, schema);

function namesNothing(spec: Spec, schema: Schema): boolean {
  if (schema.identifies !== undefined) return false;
  if (schema.$ref === undefined) return children(schema).every((child) => namesNothing(spec, child));
  const shape = spec.shapes[schema.$ref]?.schema;
  return shape !== undefined && !kindOf(spec, schema.$ref) && definesItsValues(shape) && namesNothing(spec, shape);
}
