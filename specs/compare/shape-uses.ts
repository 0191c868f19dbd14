import { children } from '../model/json-schema.ts';
import type { Schema, Spec } from '../model/types.ts';
import type { Direction } from './change-rules.ts';

/** The documented methods that use a shape in their arguments or in their results, also within other shapes. */
export type ShapeUses = { readonly [D in Direction]: ReadonlyMap<string, ReadonlySet<string>> };

export function shapeUses(spec: Spec): ShapeUses {
  const uses = { argument: new Map<string, Set<string>>(), result: new Map<string, Set<string>>() };
  const visit = (schema: Schema, direction: Direction, method: string): void => {
    if (schema.$ref !== undefined) {
      const methods = uses[direction].get(schema.$ref) ?? new Set();
      if (methods.has(method)) return;
      uses[direction].set(schema.$ref, methods.add(method));
      const shape = spec.shapes[schema.$ref];
      if (shape) visit(shape.schema, direction, method);
    }
    for (const child of children(schema)) visit(child, direction, method);
  };
  for (const { id, params, variants, beyond } of spec.methods) {
    if (beyond) continue;
    for (const { schema } of params) visit(schema, 'argument', id);
    for (const { result } of variants) if (result) visit(result, 'result', id);
  }
  return uses;
}
