import type { Method } from './types.ts';
import type { Wire } from './wire.ts';

type Named = { readonly [name: string]: Wire };

/** Positional arguments, after those of a subcommand, by name. */
export function namedArguments(method: Method, params: readonly Wire[]): Record<string, Wire | undefined> {
  const own = params.slice(method.wire.prefix.length);
  return Object.fromEntries(method.params.map((param, index) => [param.name, own[index]]));
}

/**
 * The arguments of a request by name, as a service takes them that has no positions: those that are omitted, which have null in
 * their place, are left out. One too many gets a name that the method does not have.
 */
export function sentByName(method: Method, params: readonly Wire[]): Named {
  const described = method.own?.params ?? method.params;
  const entries = params.map((value, index): [string, Wire, boolean] => {
    const param = described[index];
    return [param?.name ?? `argument-${index + 1}`, value, param !== undefined && !param.required && value === null];
  });
  return Object.fromEntries(entries.filter(([, , omitted]) => !omitted).map(([name, value]) => [name, value]));
}

/** The positional arguments of a request that was recorded as it was sent: by position, or by name. */
export function positionalArguments(method: Method, params: readonly Wire[] | Named): readonly Wire[] {
  if (isList(params)) return params;
  const described = method.own?.params ?? method.params;
  const count = described.findLastIndex(({ name }) => params[name] !== undefined) + 1;
  return described.slice(0, count).map(({ name }) => params[name] ?? null);
}

function isList(params: readonly Wire[] | Named): params is readonly Wire[] {
  return Array.isArray(params);
}
