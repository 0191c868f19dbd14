import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import schema from './selfcheck.schema.json' with { type: 'json' };
import { goodPower, samplePower } from './testing/sample-power-results.ts';

const validate = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  formats: { 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) },
}).compile(schema);

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
