import { expect, test } from 'vitest';
import { importSchema } from './import-schema.ts';
import { compareSpecs } from '../../compare/compare-specs.ts';
import { neutralNames } from '../names.ts';
import { toOpenRpc } from '../openrpc.ts';
import { specification } from '../specification.ts';
import { openRpcValidator } from '../testing/openrpc-validator.ts';
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
      variants: [{ id: 'default', effect: ['wallet', 'chain', 'network'], effectUnstated: true, result: { $ref: 'Fruit' } }],
      errors: [{ code: -5, message: 'No such fruit' }],
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
  expect(spec.errors).toEqual([]);
  expect(spec.methods[0]?.examples).toBeUndefined();
  expect(leftOut).toEqual([
    'fruit_get argument 3[]: keyword format double',
    'fruit_get: its effect is not stated, so a trial that only reads leaves it out',
  ]);
});

test.each([
  [{ prefixItems: [{ type: 'string' }], items: false }, 1, []],
  [{ items: [{ type: 'string' }, {}], additionalItems: false }, 2, []],
  [{ items: [{ type: 'string' }, {}], additionalItems: false, maxItems: 1 }, 1, []],
  [{ items: false }, 0, []],
  [{ items: { type: 'string' }, additionalItems: false }, undefined, []], // of no meaning beside a schema for all
  [{ items: true }, undefined, []],
])('%j: further items are limited to %j by maxItems', (schema, maxItems, notes) => {
  const noted: string[] = [];
  expect(importSchema({ type: 'array', ...schema }, '', (place, what) => noted.push(`${place} ${what}`)).maxItems).toBe(maxItems);
  expect(noted).toEqual(notes);
});

test('what is no OpenRPC document, or refers to a schema that it lacks, is refused', () => {
  expect(() => importOpenRpc({ swagger: '2.0' })).toThrow('not an OpenRPC document');
  expect(() => importOpenRpc({ ...foreign, components: { contentDescriptors: foreign.components.contentDescriptors } })).toThrow(
    'fruit_get: the document has no schema Fruit',
  );
});

/** The document with other members of its method, and other components. */
const documentWith = (members: object, components: object = {}): object => ({
  ...foreign,
  methods: [{ ...foreign.methods[0], ...members }],
  components: { ...foreign.components, ...components },
});

test('examples are illustrative: by name if their values are named as the arguments, else in order; without a value they are left out', () => {
  const named = {
    name: 'An apple',
    summary: 'The first.',
    params: [
      { name: 'detail', value: 2 },
      { name: 'id', value: 'a1' },
    ],
    result: { name: 'fruit', value: { name: 'apple' } },
  };
  const { spec, leftOut } = importOpenRpc(
    documentWith(
      {
        examples: [
          named,
          { $ref: '#/components/examplePairingObjects/Pear' },
          { ...named, params: [{ name: 'id', externalValue: 'http://127.0.0.1/id' }] },
          { $ref: '#/components/examplePairingObjects/Plum' },
          { ...named, params: [{ value: 1 }, { value: 2 }, { value: 3 }, { value: 4 }] },
          { name: '../told', params: [] },
          7,
        ],
      },
      {
        examplePairingObjects: {
          Pear: { name: 'An apple', params: [{ $ref: '#/components/examples/PearId' }], result: { $ref: '#/components/examples/Pear' } },
        },
        examples: { PearId: { name: 'which', value: 'p1' }, Pear: { name: 'fruit', value: { name: 'pear' } } },
      },
    ),
  );
  expect(spec.methods[0]?.examples).toEqual([
    { name: 'An-apple', text: 'The first.', params: { detail: 2, id: 'a1' }, result: { name: 'apple' }, illustrative: true },
    { name: 'An-apple-2', text: 'An apple', params: ['p1'], result: { name: 'pear' }, illustrative: true },
    { name: 'told', text: '../told', params: {}, illustrative: true },
  ]);
  expect(leftOut).toEqual(
    expect.arrayContaining([
      'fruit_get example 3: an argument or a result without a value',
      'fruit_get example 4: a reference that leads nowhere',
      'fruit_get example 5: 4 arguments; the method takes 3',
      'fruit_get example 7: no list of arguments',
    ]),
  );
});

test('errors are those of the method, also by reference, and each code once', () => {
  const { spec, leftOut } = importOpenRpc(
    documentWith(
      {
        errors: [
          { $ref: '#/components/errors/Sour' },
          { code: -5, message: 'No such fruit' },
          { code: -5, message: 'None' },
          { code: '-9' },
        ],
      },
      { errors: { Sour: { code: -7, message: 'Sour' } } },
    ),
  );
  expect(spec.methods[0]?.errors).toEqual([
    { code: -7, message: 'Sour' },
    { code: -5, message: 'No such fruit' },
  ]);
  expect(leftOut).toContain('fruit_get: an error without a code: {"code":"-9"}');
});

test('the first tag is the family, a family of Pyx before others', () => {
  const familyOf = (...tags: string[]): unknown =>
    importOpenRpc(documentWith({ tags: tags.map((name) => ({ name })) })).spec.methods[0]?.family;
  expect([familyOf('To do', 'x'), familyOf('x', 'wallet'), familyOf('7', '-'), familyOf()]).toEqual([
    'to-do',
    'wallet',
    'control',
    'control',
  ]);
});

test('examples and errors of a standard of a user are exported in the form of OpenRPC, and come back as they were', () => {
  const [method] = importOpenRpc(foreign).spec.methods;
  const examples = [
    { name: 'apple', text: 'The first.', params: ['a1', 2], result: { name: 'apple' } },
    { name: 'none', params: { id: 'zz' }, error: { code: -5 } },
  ];
  const errors = [{ code: -5, message: 'No such fruit' }];
  const spec = { ...importOpenRpc(foreign).spec, methods: [{ ...method!, family: 'fruit', examples, errors }] };
  const document = JSON.parse(JSON.stringify(toOpenRpc({ spec, branded: [] }, neutralNames))) as { methods: object[] };
  expect(openRpcValidator()(document)).toEqual([]);
  expect(document.methods[0]).toMatchObject({
    tags: [{ name: 'fruit' }],
    errors,
    examples: [
      {
        name: 'apple',
        params: [
          { name: 'id', value: 'a1' },
          { name: 'detail', value: 2 },
        ],
        result: { name: 'result', value: { name: 'apple' } },
      },
    ],
  });
  const again = importOpenRpc(document).spec.methods[0];
  expect(again).toMatchObject({ family: 'fruit', examples, errors, variants: [{ effectUnstated: true }] });
  expect(compareSpecs(spec, importOpenRpc(document).spec)).toEqual([]);
});

test('what a document states of its service is kept, and must be known', () => {
  const document = (service: object): object => ({
    openrpc: '1.3.2',
    info: { title: 'Tasks', version: '1' },
    methods: [],
    'x-pyx-service': service,
  });
  const service = { protocol: 'json-rpc-2.0', arguments: 'by-name', chain: 'none', version: { method: 'about', path: 'version' } };
  expect(importOpenRpc(document(service)).spec.edition).toEqual({ title: 'Tasks', edition: '1', service });
  expect(() => importOpenRpc(document({ protocol: 'json-rpc-3.0' }))).toThrow(
    /^x-pyx-service of the document: .*\/service\/protocol must be equal to one of the allowed values: json-rpc-1\.0, json-rpc-2\.0/,
  );
});
