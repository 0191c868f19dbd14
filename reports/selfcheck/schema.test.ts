import { expect, test } from 'vitest';
import { resultsValidator } from '../results-validator.ts';
import schema from './selfcheck.schema.json' with { type: 'json' };
import { goodSelfcheck, sampleSelfcheck } from './testing/sample-selfcheck-results.ts';

const validate = resultsValidator(schema);

test.each([
  ['with problems', sampleSelfcheck],
  ['without', goodSelfcheck],
])('results %s have the form of the schema', (_name, results) => {
  expect(validate(JSON.parse(JSON.stringify(results))), JSON.stringify(validate.errors)).toBe(true);
});

test('a further member, and a fault without a status, have another form', () => {
  expect(validate({ ...sampleSelfcheck, further: 1 })).toBe(false);
  const { status: _, ...withoutStatus } = sampleSelfcheck.faults[0]!;
  expect(validate({ ...sampleSelfcheck, faults: [withoutStatus] })).toBe(false);
});
