import type { NamedArguments } from './variants.ts';
import type { Example, Json, Method } from './types.ts';

/** The arguments of an example by name. Arguments beyond those of the method are left out. */
export function exampleArguments({ params }: Pick<Method, 'params'>, { params: given }: Example): NamedArguments {
  if (!isList(given)) return given;
  return Object.fromEntries(params.slice(0, given.length).map(({ name }, index) => [name, given[index]]));
}

/** Whether an example states an answer, so that it can be tried. */
export const hasAnswer = (example: Example): boolean => example.result !== undefined || example.error !== undefined;

/** Whether arguments are given in their order. */
export function isList(params: Example['params']): params is readonly Json[] {
  return Array.isArray(params);
}
