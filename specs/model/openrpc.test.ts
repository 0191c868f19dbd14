import { join } from 'node:path';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSpec } from './load.ts';
import { neutralNames } from './names.ts';
import { toOpenRpc } from './openrpc.ts';
import { exportSchema } from './openrpc/schema.ts';
import { openRpcValidator } from './testing/openrpc-validator.ts';
import { methodOf, paramOf, shapeOf, specOf, variantOf } from './testing/small-spec.ts';

interface Content {
  name: string;
  required?: boolean;
  schema: Record<string, unknown>;
}
interface Entry {
  name: string;
  params: Content[];
  result: Content & { 'x-pyx-variants': { id: string; when?: object; effect: string[]; result: object | null }[] };
  [key: string]: unknown;
}
interface Document {
  info: { version: string };
  methods: Entry[];
  components: { schemas: Record<string, Record<string, unknown>> };
}

const loaded = loadSpec(join(import.meta.dirname, '..'));
const acme = { coin: 'acme', ext: 'foo', extclient: 'bar' };
const documents = {
  neutral: toOpenRpc(loaded, neutralNames) as Document,
  branded: toOpenRpc(loaded, acme) as Document,
};

function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, item]) => (key === '$ref' && typeof item === 'string' ? [item] : refsIn(item)));
}

const entry = (document: Document, name: string): Entry => {
  const found = document.methods.find((method) => method.name === name);
  if (!found) throw new Error(`no ${name} in the document`);
  return found;
};

describe.each(['neutral', 'branded'] as const)('the %s document', (which) => {
  const document = documents[which];
  let problems: (document: unknown) => string[];
  beforeAll(() => {
    problems = openRpcValidator();
  });

  it('is valid OpenRPC', () => {
    expect(problems(document)).toEqual([]);
  });

  it('is refused by the validator after damage', () => {
    expect(problems({ ...document, methods: [{ name: 'm' }] }).join()).toContain("must have required property 'params'");
    expect(problems({ ...document, methods: [{ name: 'm', params: [{ name: 'p', schema: { type: 'str' } }] }] })).not.toEqual([]);
  });

  it('is unchanged by JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it('has no token', () => {
    expect(JSON.stringify(document)).not.toMatch(/\{(coin|ext|extclient)\}/);
  });

  it('refers only to existing schemas, which all compile', () => {
    const refs = refsIn(document);
    expect(refs.length).toBeGreaterThan(100);
    for (const ref of refs) expect(document.components.schemas).toHaveProperty([ref.replace('#/components/schemas/', '')]);
    const ajv = new Ajv({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'document', components: document.components });
    for (const name of Object.keys(document.components.schemas))
      expect(ajv.compile({ $ref: `document#/components/schemas/${name}` })).toBeTypeOf('function');
  });

  it('has every documented method once, with its name on the wire', () => {
    const wire = new Set(
      loaded.spec.methods
        .filter((method) => !method.beyond)
        .map((method) => (method.wire.prefix.length > 0 ? method.id.split(' ')[0] : method.id)),
    );
    expect(document.methods.length).toBe(wire.size);
    expect(new Set(document.methods.map((method) => method.name)).size).toBe(wire.size);
  });
});

describe('brands', () => {
  const all = JSON.stringify(documents.branded);

  it('are rendered in methods, fields and arguments', () => {
    const names = documents.branded.methods.map((method) => method.name);
    expect(names).toEqual(expect.arrayContaining(['acmetxfund', 'acmesetfoostatus', 'acmestartbar']));
    expect(all).toContain('"bar_sync_status"');
    expect(entry(documents.branded, 'acmeburn').params[2]?.name).toBe('foo_destination_address');
    expect(entry(documents.branded, 'assetallocationburn').params[3]?.name).toBe('foo address');
  });

  it('replace all their neutral names and no other words', () => {
    for (const name of documents.neutral.methods.map((method) => method.name).filter((name) => name.startsWith('coin')))
      expect(all).not.toContain(`"${name}"`);
    expect(all).not.toContain('extclient_');
    expect(all).toContain('"coinbase"');
  });

  it('are the only difference', () => {
    const text = JSON.stringify(toOpenRpc(loaded, { coin: 'brand1', ext: 'brand2', extclient: 'brand3' }));
    expect(text.replaceAll('brand1', 'coin').replaceAll('brand2', 'ext').replaceAll('brand3', 'extclient')).toBe(
      JSON.stringify(documents.neutral),
    );
  });
});

describe('an exported method', () => {
  const { neutral } = documents;

  it('has its arguments in order, with defaults in their schemas', () => {
    const getblock = entry(neutral, 'getblock');
    expect(getblock.params.map(({ name, required }) => [name, required])).toEqual([
      ['blockhash', true],
      ['verbosity', false],
    ]);
    expect(getblock.params[1]?.schema).toEqual({ type: 'integer', enum: [0, 1, 2], default: 1 });
    expect(getblock['paramStructure']).toBe('by-position');
    expect(getblock['tags']).toEqual([{ name: 'chain' }]);
  });

  it('has the results of its variants', () => {
    const { schema, 'x-pyx-variants': variants } = entry(neutral, 'getblock').result;
    expect(schema['anyOf']).toHaveLength(3);
    expect(variants.map(({ id, when, effect, result }) => ({ id, when, effect, result }))[0]).toEqual({
      id: 'verbosity=0',
      when: { verbosity: 0 },
      effect: ['read'],
      result: { $ref: '#/components/schemas/Hex' },
    });
  });

  it('has no schema for an unstated result', () => {
    expect(entry(neutral, 'ping').result.schema).toEqual({});
    expect(entry(neutral, 'ping').result['x-pyx-variants'][0]?.result).toBeNull();
  });

  it('has rules, errors, deprecation and unstated parts', () => {
    expect(entry(neutral, 'getblock')['x-pyx-rules']).toContainEqual(expect.objectContaining({ id: 'getblock/confirmations' }));
    expect(entry(neutral, 'bumpfee')['x-pyx-errors']).toEqual([expect.objectContaining({ id: 'bumpfee-fails' })]);
    expect(entry(neutral, 'signrawtransaction')['deprecated']).toBe(true);
    expect(entry(neutral, 'move')['x-pyx-requires-option']).toBe('-deprecatedrpc=accounts');
    expect(entry(neutral, 'move')['x-pyx-unstated']).toContain('arguments');
  });

  it('has its subcommands, each with its arguments and rules', () => {
    const gobject = entry(neutral, 'gobject');
    const subCommands = gobject['x-pyx-subcommands'] as Entry[];
    expect(subCommands).toHaveLength(13);
    expect(gobject.params[0]?.schema['enum']).toEqual(subCommands.map((subCommand) => (subCommand['prefix'] as string[])[0]));
    const submit = subCommands.find((subCommand) => subCommand.name === 'gobject submit');
    expect(submit?.params.map((param) => param.name)).toEqual(['parent-hash', 'revision', 'time', 'data-hex', 'fee-txid']);
    expect(submit?.['x-pyx-rules']).not.toEqual([]);
  });

  it('is never a method beyond the documents', () => {
    expect(loaded.spec.methods.some((method) => method.id === 'generatetoaddress')).toBe(true);
    expect(neutral.methods.some((method) => method.name === 'generatetoaddress')).toBe(false);
  });

  it('has the version of the documented release', () => {
    expect(neutral.info.version).toBe('4.2.2');
  });

  it('uses oneOf for results of different types', () => {
    const spec = specOf({
      methods: [
        methodOf('m', {
          params: [paramOf('v', { type: 'boolean' }, { default: false })],
          variants: [variantOf('a', { type: 'string' }, { v: false }), variantOf('b', { type: 'array' }, { v: true })],
        }),
      ],
    });
    expect((toOpenRpc({ spec, branded: [] }, neutralNames) as Document).methods[0]?.result.schema).toEqual({
      oneOf: [{ type: 'string' }, { type: 'array' }],
    });
  });

  it('masks nothing, but marks secret shapes', () => {
    const spec = specOf({ shapes: [{ ...shapeOf('Wif', { type: 'string' }), secret: true }] });
    expect((toOpenRpc({ spec, branded: [] }, neutralNames) as Document).components.schemas['Wif']).toMatchObject({
      type: 'string',
      'x-pyx-secret': true,
    });
  });
});

describe('exportSchema', () => {
  it('has no keyword beside a reference', () => {
    expect(exportSchema({ $ref: 'Txid' }, 'param')).toEqual({ $ref: '#/components/schemas/Txid' });
    expect(exportSchema({ $ref: 'Txid', default: 'x', unit: 'sat' }, 'param')).toEqual({
      allOf: [{ $ref: '#/components/schemas/Txid' }],
      default: 'x',
      'x-pyx-unit': 'sat',
    });
  });

  it('writes a tuple in the form of draft 7', () => {
    expect(exportSchema({ type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'integer' } }, 'result')).toEqual({
      type: 'array',
      items: [{ type: 'string' }],
      additionalItems: { type: 'integer' },
    });
  });

  it('requires the unconditional fields of a result', () => {
    const schema = { type: 'object', properties: { a: {}, b: { presence: 'optional' as const } } };
    expect(exportSchema(schema, 'result')).toEqual({
      type: 'object',
      properties: { a: {}, b: { 'x-pyx-presence': 'optional' } },
      required: ['a'],
    });
    expect(exportSchema(schema, 'param')['required']).toBeUndefined();
  });
});
