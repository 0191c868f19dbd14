import type { Wire } from '../../../specs/model/wire.ts';
import type { Method, Param, Spec } from '../../../specs/model/types.ts';
import type { SeenCall } from '../types.ts';
import { schemaPlaces, type SchemaPlace } from './schema-places.ts';
import { changeAll, type Change } from './steps.ts';

/** One place of an argument. `pattern` starts with the parameter's name: `query_options.minimumAmount`. */
export interface ArgumentPlace extends SchemaPlace {
  readonly method: Method;
  readonly param: Param;
  /** Position of the parameter. */
  readonly index: number;
  /** The path of its coverage ids (see `engine/argument-ids.ts`): `listunspent.query_options.minimumAmount`. */
  readonly path: string;
}

/** Every place of the arguments of a method. */
export function argumentPlaces(spec: Spec, method: Method): ArgumentPlace[] {
  return method.params.flatMap((param, index) =>
    schemaPlaces(spec, param.schema, method.source).map((place): ArgumentPlace => ({
      ...place,
      pattern: place.pattern === '' || !/^[[{]/.test(place.pattern) ? joined(param.name, place.pattern) : `${param.name}${place.pattern}`,
      required: place.pattern === '' ? param.required : place.required,
      method,
      param,
      index,
      path: joined(`${method.id}.${param.name}`, place.pattern.replaceAll('[]', '').replace(/^\./, '')),
    })),
  );
}

/**
 * The call with every occurrence of a place changed; undefined if nothing was changed. `change` is also called, with
 * undefined, for an argument or a member that the call omits.
 */
export function changeArgument(
  call: SeenCall,
  { method, index, steps }: ArgumentPlace,
  change: (value: Wire | undefined) => Change | undefined,
): SeenCall | undefined {
  const given = call.params[index] ?? undefined; // a null stands for an omitted argument
  if (steps.length === 0) {
    const changed = change(given);
    if (changed === undefined || (typeof changed === 'object' && 'name' in changed)) return undefined;
    return { ...call, params: withArgument(method, call.params, index, changed === 'removed' ? undefined : changed.value) };
  }
  // An omitted object of options is made, with the changed member only.
  const value = given === undefined && steps.length > 1 ? undefined : changeAll(given ?? {}, steps, change);
  return value === undefined ? undefined : { ...call, params: withArgument(method, call.params, index, value) };
}

/**
 * The arguments with another value at a position, or omitted. Where a later argument follows, an omitted one is replaced
 * by its default, or else by null; omitted arguments at the end are left out.
 */
export function withArgument(method: Method, params: readonly Wire[], index: number, value: Wire | undefined): readonly Wire[] {
  const length = Math.max(params.length, value === undefined ? 0 : index + 1);
  const fill = (position: number): Wire => (method.params[position]?.default as Wire | undefined) ?? null;
  const filled = Array.from({ length }, (_, position) => {
    if (position === index) return value ?? fill(position);
    return position < params.length ? (params[position] as Wire) : fill(position);
  });
  return value === undefined && index === params.length - 1 ? params.slice(0, index) : filled;
}

function joined(outer: string, inner: string): string {
  return inner === '' ? outer : `${outer}.${inner}`;
}
