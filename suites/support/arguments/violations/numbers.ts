import { multiple, numberFor, stepsOf } from '../../../../fixtures/world/numbers.ts';
import { Unavailable } from '../../../../fixtures/world/world-errors.ts';
import type { Schema } from '../../../../specs/model/types.ts';
import type { ValueCandidates, ValueKeyword } from './violation.ts';

/** A limit, and the direction in which it is crossed. */
const beyond = (limit: 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum', direction: 1 | -1): ValueCandidates =>
  function* (_, schema) {
    const bound = schema[limit] ?? 0;
    // The limit itself is outside if it is exclusive.
    if (limit.startsWith('exclusive')) yield bound;
    yield bound + direction;
    for (const step of stepsOf(schema)) {
      const nearest = direction === 1 ? Math.ceil(bound / step) : Math.floor(bound / step);
      yield multiple(nearest, step);
      yield multiple(nearest + direction, step);
    }
  };

/** Near a valid number, and between two multiples. */
const between: ValueCandidates = function* (_, schema, random) {
  const { multipleOf = 1 } = schema;
  let valid: number;
  try {
    valid = numberFor(schema, random);
  } catch (error) {
    if (error instanceof Unavailable) return;
    throw error;
  }
  for (const part of [1, -1, multipleOf / 2, -multipleOf / 2, multipleOf / 4]) yield Number((valid + part).toPrecision(15));
};

/** Values that violate keywords of numbers. */
export const numberCandidates = {
  minimum: beyond('minimum', -1),
  maximum: beyond('maximum', 1),
  exclusiveMinimum: beyond('exclusiveMinimum', -1),
  exclusiveMaximum: beyond('exclusiveMaximum', 1),
  multipleOf: between,
} satisfies { readonly [K in ValueKeyword]?: ValueCandidates };

/** Numbers that a closed list lacks. */
export function* otherNumbers(listed: readonly unknown[], schema: Schema): Generator<number> {
  const numbers = listed.filter((value) => typeof value === 'number');
  if (numbers.length === 0) return;
  yield Math.max(...numbers) + 1;
  for (const step of stepsOf(schema)) yield multiple(Math.ceil(Math.max(...numbers) / step) + 1, step);
  yield Math.min(...numbers) - 1;
}
