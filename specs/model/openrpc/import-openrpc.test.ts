import { expect, test } from 'vitest';
import { compareSpecs } from '../../compare/compare-specs.ts';
import { neutralNames } from '../names.ts';
import { toOpenRpc } from '../openrpc.ts';
import { specification } from '../specification.ts';
import { importOpenRpc } from './import-openrpc.ts';

/** A document of another service, written by no exporter of this project. */
const foreign = {
  openrpc: '1.2.6',
  info: { title: 'Fruit', version: '3.1' },
  methods: [
    {
      name: 'fruit_get',
      summary: 'One fruit.',
      params: [
        { name: 'id', required: true, schema: { type: 'string', format: 'uuid' } },
        { $ref: '#/components/contentDescriptors/Detail' },
        {
          name: 'weights',
          schema: {
            type: 'array',
            uniqueItems: true,
            items: { type: 'number', format: 'double', exclusiveMinimum: 0, exclusiveMaximum: 9, multipleOf: 0.5 },
          },
        },
      ],
      result: { name: 'fruit', schema: { $ref: '#/components/schemas/Fruit' } },
      errors: [{ code: -5, message: 'No such fruit' }],
      examples: [],
    },
  ],
  components: {
    schemas: {
      Fruit: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, weight: { type: 'number' }, parts: { type: 'array', items: [{ type: 'string' }] } },
      },
    },
    contentDescriptors: { Detail: { name: 'detail', schema: { type: 'integer', default: 1 } } },
  },
};

test('a document that was exported comes back, but for what the export lacks', () => {
  const document = JSON.parse(JSON.stringify(toOpenRpc(specification, neutralNames))) as unknown;
  const { spec, leftOut } = importOpenRpc(document);
  expect(leftOut).toEqual([]);
  expect(spec.methods.map(({ id }) => id)).toEqual(specification.documented.map(({ id }) => id).sort());
  const changes = compareSpecs(specification.spec, spec);
  // Limits, states, statuses, the envelope, conflicts, errors of no method, and texts within shapes that have a summary.
  const kinds = new Set(changes.map(({ rule, subject }) => `${rule} ${subject.split(' ', 1)[0]}`));
  expect([...kinds].sort()).toEqual([
    'conflict-removed method',
    'statement-removed envelope',
    'statement-removed error',
    'statement-removed limit',
    'statement-removed state',
    'status-removed status',
    'text-changed shape',
  ]);
});

test('a foreign document is imported as far as it goes, and the rest is named', () => {
  const { spec, leftOut } = importOpenRpc(foreign);
  expect(spec.edition).toEqual({ title: 'Fruit', edition: '3.1' });
  expect(spec.methods).toMatchObject([
    {
      id: 'fruit_get',
      params: [
        { name: 'id', required: true, schema: { type: 'string', format: 'uuid' } },
        { name: 'detail', required: false, default: 1, schema: { type: 'integer' } },
        {
          name: 'weights',
          schema: { type: 'array', uniqueItems: true, items: { exclusiveMinimum: 0, exclusiveMaximum: 9, multipleOf: 0.5 } },
        },
      ],
      variants: [{ id: 'default', effect: ['wallet', 'chain', 'network'], result: { $ref: 'Fruit' } }],
    },
  ]);
  expect(spec.shapes['Fruit']?.schema).toEqual({
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string' },
      weight: { type: 'number', presence: 'optional' },
      parts: { type: 'array', prefixItems: [{ type: 'string' }], presence: 'optional' },
    },
  });
  expect(spec.errors).toMatchObject([{ text: '-5 No such fruit', methods: ['fruit_get'] }]);
  expect(leftOut).toEqual([
    'fruit_get: examples',
    'fruit_get argument 3[]: keyword format double',
    'fruit_get: its effect is not stated, so a trial that only reads leaves it out',
  ]);
});

test('what is no OpenRPC document, or refers to a schema that it lacks, is refused', () => {
  expect(() => importOpenRpc({ swagger: '2.0' })).toThrow('not an OpenRPC document');
  expect(() => importOpenRpc({ ...foreign, components: { contentDescriptors: foreign.components.contentDescriptors } })).toThrow(
    'fruit_get: the document has no schema Fruit',
  );
});
