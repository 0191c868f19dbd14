import { children } from '../json-schema.ts';
import type { LoadedSpec } from '../load.ts';
import { allPlaces, topPlaces, type SchemaPlace } from '../schema-places.ts';
import type { Condition, Schema, Spec } from '../types.ts';
import { fileOf } from './problem.ts';

/** A schema with its file. */
export interface FiledSchema extends SchemaPlace {
  readonly file: string;
}

/** The top-level schemas in the files: of each argument, result and shape. */
export function topSchemas(loaded: LoadedSpec): FiledSchema[] {
  return topPlaces(loaded.spec).map((place) => ({ ...place, file: fileOf(loaded, place.owner) }));
}

/** Every schema in the files, including nested ones. */
export function allSchemas(loaded: LoadedSpec): FiledSchema[] {
  return allPlaces(loaded.spec).map((place) => ({ ...place, file: fileOf(loaded, place.owner) }));
}

/** The simple conditions in a condition. */
export function partsOf(
  condition: Condition,
): Exclude<Condition, { not: Condition } | { all: readonly Condition[] } | { any: readonly Condition[] }>[] {
  if ('not' in condition) return partsOf(condition.not);
  if ('all' in condition) return condition.all.flatMap(partsOf);
  if ('any' in condition) return condition.any.flatMap(partsOf);
  return [condition];
}

/** The conditions under which a field is required or permitted. */
export function conditionsOf({ presence }: Schema): Condition[] {
  if (presence === undefined || typeof presence === 'string') return [];
  return [presence.when, presence.onlyWhen].filter((condition) => condition !== undefined);
}

/** The names of the shapes that a schema refers to, including nested ones. */
export function refsIn(schema: Schema): string[] {
  return [...(schema.$ref === undefined ? [] : [schema.$ref]), ...children(schema).flatMap(refsIn)];
}

/** All shapes that a schema uses, directly or through other shapes. */
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
