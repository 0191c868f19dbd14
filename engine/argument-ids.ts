import type { Wire } from '../specs/model/wire.ts';
import { isObject } from '../specs/model/resolve.ts';
import { walk } from '../specs/model/walk.ts';
import type { Method, Spec } from '../specs/model/types.ts';

/**
 * The coverage ids (see `Universe`) of a method's arguments: each parameter, and each member of an object in a parameter,
 * given and (if optional) omitted; each enum value. With `args`, only the ids that a call with these arguments covers.
 * The items of a list have the ids of the list.
 */
export function argumentIds(spec: Spec, method: Method, args?: { readonly [param: string]: Wire | undefined }): ReadonlySet<string> {
  const ids = new Set<string>();
  /** `isGiven`: whether the call has the argument; undefined without a call. */
  const addUses = (path: string, isRequired: boolean, isGiven: boolean | undefined): void => {
    if (isGiven !== false) ids.add(`p:${path}:given`);
    if (isGiven === undefined ? !isRequired : !isGiven) ids.add(`p:${path}:omitted`);
  };
  for (const param of method.params) {
    // A null stands for an omitted argument, so that a later one can be given.
    const argument = args?.[param.name] ?? undefined;
    addUses(`${method.id}.${param.name}`, param.required, args && argument !== undefined);
    if (args && argument === undefined) continue;
    walk(
      spec,
      param.schema,
      ({ schema, pattern, value }) => {
        const names = pattern
          .replaceAll('[]', '')
          .split('.')
          .filter((name) => name !== '');
        const path = [method.id, param.name, ...names].join('.');
        for (const item of schema.enum ?? []) if (!args || item === value) ids.add(`e:${path}=${String(item)}`);
        if (args && !isObject(value)) return;
        for (const name of Object.keys(schema.properties ?? {})) {
          addUses(`${path}.${name}`, schema.required?.includes(name) === true, isObject(value) ? value[name] !== undefined : undefined);
        }
      },
      argument,
    );
  }
  return ids;
}
