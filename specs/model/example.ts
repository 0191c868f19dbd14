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

/** Why no call can be made of the examples of a method: a name that two have, or arguments that the method does not have. */
export function exampleFaults({ params, examples = [] }: Pick<Method, 'params' | 'examples'>): string[] {
  const twice = new Set(examples.map(({ name }) => name).filter((name, at, names) => names.indexOf(name) !== at));
  const unknown = examples.flatMap(({ name, params: given }) =>
    (isList(given) ? [] : Object.keys(given))
      .filter((argument) => !params.some((param) => param.name === argument))
      .map((argument) => `the example "${name}" gives ${argument}, which is no argument of the method`),
  );
  return [...[...twice].map((name) => `there are two examples "${name}"`), ...unknown];
}
