import { children } from '../json-schema.ts';
import type { LoadedSpec } from '../load.ts';
import { allPlaces, topPlaces, type SchemaPlace } from '../schema-places.ts';
import type { Condition, Schema, Spec } from '../types.ts';
import { fileOf } from './problem.ts';

/** A schema together with the file that it stands in. */
export interface FiledSchema extends SchemaPlace {
  readonly file: string;
}

/** The schemas that the files hold at their top: of each argument, each result and each shape. */
export function topSchemas(loaded: LoadedSpec): FiledSchema[] {
  return topPlaces(loaded.spec).map((place) => ({ ...place, file: fileOf(loaded, place.owner) }));
}

/** Every schema in the files, with those nested in it. */
export function allSchemas(loaded: LoadedSpec): FiledSchema[] {
  return allPlaces(loaded.spec).map((place) => ({ ...place, file: fileOf(loaded, place.owner) }));
}

/** The simple conditions that a condition is made of. */
export function partsOf(
  condition: Condition,
): Exclude<Condition, { not: Condition } | { all: readonly Condition[] } | { any: readonly Condition[] }>[] {
  if ('not' in condition) return partsOf(condition.not);
  if ('all' in condition) return condition.all.flatMap(partsOf);
  if ('any' in condition) return condition.any.flatMap(partsOf);
  return [condition];
}

/** The conditions under which a field is demanded or permitted. */
export function conditionsOf({ presence }: Schema): Condition[] {
  if (presence === undefined || typeof presence === 'string') return [];
  return [presence.when, presence.onlyWhen].filter((condition) => condition !== undefined);
}

/** The names of the shapes that a schema refers to, directly or within. */
export function refsIn(schema: Schema): string[] {
  return [...(schema.$ref === undefined ? [] : [schema.$ref]), ...children(schema).flatMap(refsIn)];
}

/** All shapes that a schema leads to, shapes of shapes included. */
export function shapesBehind(spec: Spec, schema: Schema): Set<string> {
  const found = new Set<string>();
  const follow = (current: Schema): void => {
    for (const name of refsIn(current)) {
      const shape = spec.shapes[name];
      if (found.has(name) || !shape) continue;
      found.add(name);
      follow(shape.schema);
    }
  };
  follow(schema);
  return found;
}
