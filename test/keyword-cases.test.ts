import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { addTextFormats } from '../specs/model/schema-reading.ts';
import { fakeNode, Refused, type Answering } from './support/fake-node.ts';
import { inFolder, pyx, resultsIn } from './support/pyx.ts';

type Members = { [name: string]: unknown };

const schemas = {
  title: { type: 'string', minLength: 3, maxLength: 20, pattern: '^[a-z ]+$' },
  entry: {
    type: 'object',
    required: ['id', 'weight'],
    additionalProperties: false,
    minProperties: 3,
    maxProperties: 4,
    properties: {
      id: { type: 'string', format: 'uuid' },
      weight: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 100, multipleOf: 0.25 },
      priority: { type: 'integer', minimum: 1, maximum: 9 },
      kind: { type: 'string', enum: ['note', 'task'] },
      version: { const: 1 },
      tags: {
        type: 'array',
        minItems: 2,
        maxItems: 4,
        uniqueItems: true,
        items: { type: 'string', minLength: 2, maxLength: 8, pattern: '^[a-z]+$' },
      },
      where: {
        type: 'object',
        required: ['city', 'zip'],
        properties: {
          city: { type: 'string', minLength: 1 },
          zip: { type: 'string', pattern: '^[0-9]{5}$' },
          floor: { type: 'integer', minimum: 0, maximum: 7, multipleOf: 2 },
        },
      },
      counts: {
        type: 'object',
        propertyNames: { pattern: '^[a-z]+$', maxLength: 9 },
        additionalProperties: { type: 'integer', maximum: 5 },
      },
      pair: {
        type: 'array',
        prefixItems: [{ type: 'string', maxLength: 4 }, { enum: ['left', 'right'] }],
        items: { type: 'integer', maximum: 5 },
        minItems: 2,
        maxItems: 4,
      },
      parts: {
        type: 'array',
        items: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 9 } }, additionalProperties: false },
      },
    },
  },
  lines: {
    type: 'array',
    items: {
      type: 'object',
      required: ['text'],
      properties: {
        text: { type: 'string', minLength: 1 },
        marks: { type: 'array', items: { type: 'integer', minimum: 1 } },
        at: {
          type: 'array',
          prefixItems: [{ type: 'boolean' }, { type: 'object', required: ['line'], properties: { line: { type: 'integer', maximum: 9 } } }],
        },
      },
    },
  },
};

/** Where a service does not look: the path of a keyword in `schemas`, and the cases that find it. `first`: it looks at the first item only. */
const faults: [path: string, found: string[]][] = [
  ['title/minLength', ['outside/title:minLength']],
  ['title/maxLength', ['outside/title:maxLength']],
  ['title/pattern', ['outside/title:pattern']],
  ['entry/required/id', ['missing/entry.id']],
  ['entry/additionalProperties', ['outside/entry:unknown-member']],
  ['entry/minProperties', ['outside/entry:minProperties']],
  ['entry/maxProperties', ['outside/entry:maxProperties']],
  ['entry/properties/id/format', ['outside/entry.id:format']],
  ['entry/properties/weight/exclusiveMinimum', ['outside/entry.weight:exclusiveMinimum']],
  ['entry/properties/weight/exclusiveMaximum', ['outside/entry.weight:exclusiveMaximum']],
  ['entry/properties/weight/multipleOf', ['outside/entry.weight:multipleOf']],
  ['entry/properties/priority/minimum', ['outside/entry.priority:below-minimum']],
  ['entry/properties/priority/maximum', ['outside/entry.priority:above-maximum']],
  ['entry/properties/kind/enum', ['outside/entry.kind:no-such-value']],
  ['entry/properties/version/const', ['outside/entry.version:no-such-value']],
  ['entry/properties/tags/minItems', ['outside/entry.tags:minItems']],
  ['entry/properties/tags/maxItems', ['outside/entry.tags:maxItems']],
  ['entry/properties/tags/uniqueItems', ['outside/entry.tags:uniqueItems']],
  ['entry/properties/tags/items/minLength', ['outside/entry.tags.item:minLength', 'outside/entry.tags.item-2:minLength']],
  ['entry/properties/tags/items/maxLength', ['outside/entry.tags.item:maxLength', 'outside/entry.tags.item-2:maxLength']],
  ['entry/properties/tags/items/pattern', ['outside/entry.tags.item:pattern', 'outside/entry.tags.item-2:pattern']],
  ['entry/properties/where/required/zip', ['missing/entry.where.zip']],
  ['entry/properties/where/properties/city/minLength', ['outside/entry.where.city:minLength']],
  ['entry/properties/where/properties/floor/multipleOf', ['outside/entry.where.floor:multipleOf']],
  ['entry/properties/counts/additionalProperties/maximum', ['outside/entry.counts.value:above-maximum']],
  ['entry/properties/parts/items/required/name', ['missing/entry.parts.name']],
  [
    'entry/properties/parts/items/additionalProperties',
    ['outside/entry.parts.item:unknown-member', 'outside/entry.parts.item-2:unknown-member'],
  ],
  ['entry/properties/parts/items/properties/name/maxLength', ['outside/entry.parts.name:maxLength']],
  ['title/type', ['number', 'boolean', 'array', 'object'].map((type) => `wrong-type/title:${type}`)],
  ['entry/properties/priority/type', ['outside/entry.priority:type', 'outside/entry.priority:fraction']],
  ['entry/properties/tags/type', ['outside/entry.tags:type']],
  ['entry/properties/tags/items/type', ['outside/entry.tags.item:type', 'outside/entry.tags.item-2:type']],
  [
    'entry/properties/tags/items first',
    ['type', 'minLength', 'maxLength', 'pattern'].map((keyword) => `outside/entry.tags.item-2:${keyword}`),
  ],
  ['entry/properties/counts/propertyNames/pattern', ['outside/entry.counts:propertyNames.pattern']],
  ['entry/properties/counts/propertyNames/maxLength', ['outside/entry.counts:propertyNames.maxLength']],
  ['entry/properties/pair/maxItems', ['outside/entry.pair:maxItems']],
  ['entry/properties/pair/prefixItems/0/maxLength', ['outside/entry.pair.item-1:maxLength']],
  ['entry/properties/pair/prefixItems/1/enum', ['outside/entry.pair.item-2:no-such-value']],
  ['entry/properties/pair/items/maximum', ['outside/entry.pair.item:above-maximum', 'outside/entry.pair.item-4:above-maximum']],
  ['lines/items/type', ['outside/lines.item:type', 'outside/lines.item-2:type']],
  ['lines/items first', ['outside/lines.item-2:type']],
  ['lines/items/required/text', ['missing/lines.text']],
  ['lines/items/properties/text/minLength', ['outside/lines.text:minLength']],
  ['lines/items/properties/marks/items/minimum', ['outside/lines.marks.item:below-minimum', 'outside/lines.marks.item-2:below-minimum']],
  ['lines/items/properties/at/prefixItems/1/properties/line/maximum', ['outside/lines.at.item-2.line:above-maximum']],
];

const HONEST = 'add';
const methodWith = (index: number): string => `add_${index}`;
/** A method whose invalid values the standard leaves open. */
const OPEN = 'addopen';

const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 10 });
addTextFormats(ajv);

/** Answers a call by the schemas, without what is at a path. */
function addingWithout(path?: string): Answering {
  const changed = structuredClone(schemas) as Members;
  if (path?.endsWith(' first') === true) lookAtFirst(changed, path.split(' ')[0]!.split('/').slice(0, -1));
  else if (path !== undefined) leaveOut(changed, path.split('/'));
  const validators = Object.values(changed).map((schema): ValidateFunction => ajv.compile(schema as object));
  return (params) => {
    const [title, entry, lines] = params;
    if (params.length > 3 || title === undefined || !validators[0]!(title)) throw new Refused(-32602, 'Invalid title');
    if (entry !== undefined && entry !== null && !validators[1]!(entry)) throw new Refused(-32602, 'Invalid entry');
    if (lines !== undefined && lines !== null && !validators[2]!(lines)) throw new Refused(-32602, 'Invalid lines');
    return true;
  };
}

function lookAtFirst(schema: Members, path: readonly string[]): void {
  const list = path.reduce((within, step) => within[step] as Members, schema);
  list['prefixItems'] = [list['items']];
  delete list['items'];
}

function leaveOut(within: Members, path: readonly string[]): void {
  const [step = '', ...rest] = path;
  if (!Object.hasOwn(within, step)) throw new Error(`no ${path.join('/')} in the schemas`);
  if (step === 'required') within['required'] = (within['required'] as string[]).filter((name) => name !== rest[0]);
  else if (rest.length === 0) delete within[step];
  else leaveOut(within[step] as Members, rest);
}

function write(folder: string, methods: readonly string[]): void {
  mkdirSync(join(folder, 'methods/control'), { recursive: true });
  writeFileSync(join(folder, 'edition.yaml'), 'title: List\nedition: "1"\n');
  writeFileSync(join(folder, 'sections.yaml'), '- document: 1\n  sections: [List]\n');
  for (const id of methods) {
    const onInvalid = id === OPEN ? {} : { onInvalid: 'refuse', onInvalidText: 'What does not fit is refused.' };
    const method = {
      id,
      family: 'control',
      summary: 'Adds an entry.',
      source: { document: 1, section: 'List' },
      params: [
        { name: 'title', required: true, schema: schemas.title, ...onInvalid },
        { name: 'entry', schema: schemas.entry, ...onInvalid },
        { name: 'lines', schema: schemas.lines, ...onInvalid },
      ],
      variants: [{ id: 'default', effect: ['wallet'], result: { type: 'boolean' } }],
    };
    writeFileSync(join(folder, `methods/control/${id}.yaml`), JSON.stringify(method)); // JSON is YAML
  }
}

/** Each part of the faults is a trial of its own, that none takes too long on a busy machine. */
const PARTS = 4;
const parts = Array.from({ length: PARTS }, (_, part) => faults.filter((_fault, index) => index % PARTS === part));

test.each([...parts.entries()])(
  'a service that does not look at one keyword is found by the case of that keyword alone; one that looks at all passes (part %i)',
  async (_part, planted) => {
    await inFolder(async (folder) => {
      const standard = join(folder, 'list');
      const methods = [HONEST, OPEN, ...planted.map((_, index) => methodWith(index))];
      write(standard, methods);
      expect(await pyx(['spec', 'check', standard])).toMatchObject({ code: 0, stderr: '' });
      const node = await fakeNode({
        getblockchaininfo: { chain: 'regtest', blocks: 0 },
        getnetworkinfo: { version: 1, subversion: '/List:1/' },
        listwallets: [],
        [HONEST]: addingWithout(),
        [OPEN]: addingWithout('title/maxLength'),
        ...Object.fromEntries(planted.map(([path], index) => [methodWith(index), addingWithout(path)])),
      });
      const out = join(folder, 'out');
      const ended = await pyx(
        ['run', '--standard', standard, '--target', node.address, '--target-file', 'none', '--out', out, '--seed', '1'],
        {
          env: { PYX_RPC_USER: 'user', PYX_RPC_PASSWORD: 'password' },
        },
      );
      await node.close();
      expect({ code: ended.code, said: ended.stderr }).toMatchObject({ code: 1 });
      const { cases } = await resultsIn(out);
      const failed = (method: string): string[] =>
        cases.filter(({ id, status }) => status === 'failed' && id.startsWith(`methods/${method}/`)).map(({ id }) => id);
      for (const [index, [path, found]] of planted.entries())
        expect(failed(methodWith(index)).sort(), path).toEqual(found.map((id) => `methods/${methodWith(index)}/${id}`).sort());
      expect(failed(HONEST)).toEqual([]);
      expect(failed(OPEN)).toEqual([]);
      const of = (method: string, status: string): string[] =>
        cases
          .filter(({ id, status: found }) => found === status && id.startsWith(`methods/${method}/`))
          .map(({ id }) => id.split('/').slice(2).join('/'));
      // Every case is made and judged; values of a wrong type are observed.
      expect(of(HONEST, 'inapplicable')).toEqual([]);
      const outside = faults.flatMap(([, found]) => found);
      expect(of(HONEST, 'passed')).toEqual(expect.arrayContaining(outside));
      expect(of(OPEN, 'observed')).toEqual(expect.arrayContaining(outside.filter((id) => id.startsWith('outside/'))));
    });
  },
);
