import type { Schema } from '../types.ts';

const text: Schema = { type: 'string' };

/** An object with lists, named entries and a list of fixed places, nested. */
export const nestedSchema: Schema = {
  type: 'object',
  properties: {
    tx: {
      type: 'array',
      items: {
        type: 'object',
        properties: { vin: { type: 'array', items: { type: 'object', properties: { txid: text } } } },
      },
    },
    by: { type: 'object', additionalProperties: { type: 'object', properties: { size: { type: 'integer' } } } },
    pair: {
      type: 'array',
      prefixItems: [{ type: 'object', properties: { a: text } }],
      items: { type: 'object', properties: { b: text } },
    },
  },
};
