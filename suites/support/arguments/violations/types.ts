import { wrongTypes } from '../wrong-types.ts';
import type { ValueCandidates } from './violation.ts';

/** Values of other types. */
export const otherTypes: ValueCandidates = function* (spec, schema) {
  for (const { value } of wrongTypes(spec, schema)) yield value;
};

/** Numbers with a fraction in place of integers. */
export const fractions: ValueCandidates = function* (_, { type = [], multipleOf, ...limits }) {
  const types = typeof type === 'string' ? [type] : type;
  if (!types.includes('integer') || types.includes('number')) return;
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = limits;
  for (const near of [7, minimum, exclusiveMinimum, maximum, exclusiveMaximum]) if (near !== undefined) yield* [near + 0.5, near - 0.5];
  if (multipleOf !== undefined) yield* [multipleOf, -multipleOf, 3 * multipleOf];
};
