import { show, sameWire } from '../../engine/show.ts';
import { isObject } from '../../specs/model/resolve.ts';
import type { Json } from '../../specs/model/types.ts';

/** A place of a result that differs from that of an example. The path is empty for the whole. */
export interface ExampleDifference {
  readonly path: string;
  /** `weight is 2, expected 1` */
  readonly message: string;
}

/**
 * Where a result differs from that of an example: in each member that the example has, in the length of lists, and in values,
 * numbers by what they are worth. Other members of the result may have any value.
 */
export function exampleDifferences(expected: Json, actual: unknown, path = ''): ExampleDifference[] {
  const at = (found: string, wanted: string): ExampleDifference[] => [
    { path, message: `${path === '' ? 'the result' : path} is ${found}, expected ${wanted}` },
  ];
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) return at(itemsText(actual.length), itemsText(expected.length));
    return expected.flatMap((item, index) => exampleDifferences(item, actual[index], `${path}[${index}]`));
  }
  if (isObject(expected) && isObject(actual))
    return Object.entries(expected).flatMap(([name, value]) =>
      exampleDifferences(value as Json, Object.hasOwn(actual, name) ? actual[name] : undefined, path === '' ? name : `${path}.${name}`),
    );
  return sameWire(actual, expected) ? [] : at(show(actual), show(expected));
}

const itemsText = (count: number): string => (count === 1 ? 'a list of 1 item' : `a list of ${count} items`);
