import { children } from './json-schema.ts';
import type { Method, Schema, Shape, Spec } from './types.ts';

/** A schema as written, before references are followed. */
export interface SchemaPlace {
  readonly owner: Method | Shape;
  /** For display: `getblock verbosity`, `getblock (verbosity=1)`, `Block.tx`. */
  readonly where: string;
  readonly schema: Schema;
  /** Its role: an argument, a result, or a shape, which may be either. */
  readonly use: 'param' | 'result' | 'shape';
}

/** The top-level schemas: of each argument, result and shape. */
export function topPlaces(spec: Spec): SchemaPlace[] {
  const ofMethods = spec.methods.flatMap((owner): SchemaPlace[] => [
    ...owner.params.map((param): SchemaPlace => ({
      owner,
      where: `${owner.id} ${param.name}`,
      schema: param.schema,
      use: 'param',
    })),
    ...owner.variants.flatMap((variant): SchemaPlace[] =>
      variant.result ? [{ owner, where: `${owner.id} (${variant.id})`, schema: variant.result, use: 'result' }] : [],
    ),
    ...(owner.own?.params ?? []).map((param): SchemaPlace => ({
      owner,
      where: `${owner.id} ${param.name} (of coind)`,
      schema: param.schema,
      use: 'param',
    })),
    ...(owner.own?.result ? [{ owner, where: `${owner.id} (of coind)`, schema: owner.own.result, use: 'result' } as const] : []),
  ]);
  return [
    ...ofMethods,
    ...Object.values(spec.shapes).map((owner): SchemaPlace => ({
      owner,
      where: owner.name,
      schema: owner.schema,
      use: 'shape',
    })),
  ];
}

/** Every schema, including nested ones. Fields extend the place: `Block.tx`. */
export function allPlaces(spec: Spec): SchemaPlace[] {
  const within = (place: SchemaPlace): SchemaPlace[] => {
    const names = Object.entries(place.schema.properties ?? {});
    const ofFields = names.flatMap(([name, schema]) => within({ ...place, schema, where: `${place.where}.${name}` }));
    const { properties: _, ...rest } = place.schema;
    return [place, ...ofFields, ...children(rest).flatMap((schema) => within({ ...place, schema }))];
  };
  return topPlaces(spec).flatMap(within);
}
