import type { Method } from './types.ts';
import type { Wire } from './wire.ts';

/** Arguments in order, after those of a sub-command, by their names. */
export function namedArguments(method: Method, params: readonly Wire[]): Record<string, Wire | undefined> {
  const own = params.slice(method.wire.prefix.length);
  return Object.fromEntries(method.params.map((param, index) => [param.name, own[index]]));
}
