import { expect, test } from 'vitest';
import { resultsValidator } from '../results-validator.ts';
import schema from './selfcheck.schema.json' with { type: 'json' };
import { goodPower, samplePower } from './testing/sample-power-results.ts';

const validate = resultsValidator(schema);

test.each([
  ['with problems', samplePower],
  ['without', goodPower],
])('results %s have the form of the schema', (_name, results) => {
  expect(validate(JSON.parse(JSON.stringify(results))), JSON.stringify(validate.errors)).toBe(true);
});

test('a further member, and a fault without a status, have another form', () => {
  expect(validate({ ...samplePower, further: 1 })).toBe(false);
  const { status: _, ...withoutStatus } = samplePower.faults[0]!;
  expect(validate({ ...samplePower, faults: [withoutStatus] })).toBe(false);
});
