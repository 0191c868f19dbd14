import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import shared from './shared.schema.json' with { type: 'json' };

/** A validator of results by their schema, with the shapes that schemas share. */
export function resultsValidator(schema: object): ValidateFunction {
  return new Ajv2020({
    schemas: [shared],
    strict: true,
    allowUnionTypes: true,
    formats: { 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) },
  }).compile(schema);
}
