import type { Method } from './types.ts';
import type { Wire } from './wire.ts';

/** Positional arguments, after those of a subcommand, by name. */
export function namedArguments(method: Method, params: readonly Wire[]): Record<string, Wire | undefined> {
  const own = params.slice(method.wire.prefix.length);
  return Object.fromEntries(method.params.map((param, index) => [param.name, own[index]]));
}
