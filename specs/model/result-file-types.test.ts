import { expect, test } from 'vitest';
import { resultFileTypes, type FileSchema } from './result-file-types.ts';

const count: FileSchema = { type: 'integer' };
const node: FileSchema = {
  description: 'A node.',
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, port: count },
};
const shared: FileSchema = { $defs: { Count: count, Node: node, Look: { enum: ['good', 'bad'] } } };

function printed(schema: FileSchema, file = 'some.schema.json'): string {
  return resultFileTypes(
    file,
    new Map([
      [file, schema],
      ['shared.schema.json', shared],
    ]),
  );
}

const file = (properties: FileSchema['properties'], more: FileSchema = {}): FileSchema => ({
  type: 'object',
  required: Object.keys(properties ?? {}),
  ...(properties && { properties }),
  ...more,
});

test('a file has an interface named after it, with descriptions as comments', () => {
  expect(
    printed(file({ seed: { description: 'Of all values.', $ref: '../shared.schema.json#/$defs/Count' } }, { description: 'All.' })),
  ).toBe(
    `/** Written by the build from the JSON Schemas of results. */

/** All. */
export interface SomeResults {
  /** Of all values. */
  readonly seed: number;
}
`,
  );
  expect(printed(file({}), 'load-results.schema.json')).toContain('interface LoadResults');
  expect(printed(file({}), 'results.schema.json')).toContain('interface RunResults');
  expect(printed(shared)).not.toContain('SomeResults');
});

test.each<readonly [what: string, schema: FileSchema, type: string]>([
  ['a constant', { const: 1 }, '1'],
  ['a list of values', { enum: ['a', null] }, "'a' | null"],
  ['one of two types', { type: ['integer', 'null'] }, 'number | null'],
  ['a list', { type: 'array', items: { type: 'string' } }, 'readonly (string)[]'],
  ['a table', { type: 'object', additionalProperties: { type: 'boolean' } }, '{ readonly [name: string]: boolean }'],
  ['anything', {}, 'unknown'],
  ['alternatives', { oneOf: [{ type: 'string' }, { $ref: '#/$defs/Own' }] }, 'string | Own'],
  ['a shape of another schema', { $ref: '../shared.schema.json#/$defs/Look' }, 'Look'],
  [
    'a shape with a member that is present here',
    { $ref: '../shared.schema.json#/$defs/Node', type: 'object', required: ['port'] },
    "Node & Required<Pick<Node, 'port'>>",
  ],
  [
    'a shape with a further member',
    { $ref: '../shared.schema.json#/$defs/Node', type: 'object', properties: { peers: count } },
    'Node & {\n    readonly peers?: number | undefined;\n  }',
  ],
])('%s', (_what, schema, type) => {
  const text = printed(file({ member: schema }, { $defs: { Own: { type: 'object', properties: {} } } }));
  expect(text).toContain(`  readonly member: ${type};\n`);
  const used = ['Look', 'Node'].filter((name) => type.startsWith(name));
  expect(text.match(/^import type \{ (\w+) \} from '\.\/shared\.d\.ts';$/m)?.slice(1) ?? []).toEqual(used);
});

test('a reference that leads nowhere is an error', () => {
  expect(() => printed(file({ member: { $ref: '#/$defs/None' } }))).toThrow('the reference #/$defs/None leads to no schema of results');
});
