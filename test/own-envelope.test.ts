import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runCase } from '../engine/run-case.ts';
import { Session } from '../engine/session.ts';
import { runOptions } from '../engine/testing/fakes.ts';
import { RemoteTarget } from '../fixtures/targets/remote-target.ts';
import { ingredients } from '../fixtures/world/ingredients/all.ts';
import { requestFormOf } from '../fixtures/world/request-form.ts';
import { ownStandard } from '../specs/model/own-standard.ts';
import { readStandard } from '../specs/model/read-standard.ts';
import type { Specification } from '../specs/model/spec.ts';
import { specification as known } from '../specs/model/specification.ts';
import { ownEnvelopeCases } from '../suites/envelope/own/own-envelope-cases.ts';
import { jsonRpc2Service, ServiceError, type Deviation, type JsonRpc2Service, type Members } from './support/json-rpc-2-service.ts';
import { inFolder, pyx, resultsIn } from './support/pyx.ts';

const source = 'source: { document: 1, section: Fruit }';

/** A standard of a service of JSON-RPC 2.0. `service`: what its edition states besides the protocol. */
function standardIn(folder: string, service = ''): string {
  const files: Record<string, string> = {
    'edition.yaml': `title: Fruit service\nedition: "1"\nservice: { protocol: json-rpc-2.0${service} }\n`,
    'sections.yaml': '- document: 1\n  sections: ["Fruit"]\n',
    'methods/control/countfruit.yaml': `id: countfruit
family: control
summary: The number of kinds of fruit.
${source}
variants: [{ id: default, effect: [read], result: { type: integer, minimum: 0 } }]
`,
    'methods/control/getfruit.yaml': `id: getfruit
family: control
summary: One kind of fruit, by its number.
${source}
params:
  - { name: number, required: true, schema: { type: integer, minimum: 0, maximum: 2 } }
  - { name: loud, schema: { type: boolean }, default: false, description: In capitals. }
  - { name: suffix, schema: { type: string, enum: ["!"] }, description: What follows the name. }
variants: [{ id: default, effect: [read], result: { type: string } }]
`,
  };
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  return folder;
}

const fruit = ['apple', 'pear', 'plum'];
const methods = {
  getblockchaininfo: { run: () => ({ chain: 'regtest', blocks: 0 }) },
  getnetworkinfo: { run: () => ({ version: 1, subversion: '/Fruit:1/' }) },
  listwallets: { run: () => [] },
  countfruit: { run: () => fruit.length },
  getfruit: {
    names: ['number', 'loud', 'suffix'],
    run: ({ number, loud = false, suffix = '' }: Members) => {
      const name = typeof number === 'number' ? fruit[number] : undefined;
      if (name === undefined || typeof loud !== 'boolean' || typeof suffix !== 'string') throw new ServiceError(-32602, 'Invalid params');
      return `${loud ? name.toUpperCase() : name}${suffix}`;
    },
  },
};

describe('pyx run with a standard of JSON-RPC 2.0', () => {
  let service: JsonRpc2Service;
  beforeAll(async () => {
    service = await jsonRpc2Service(methods);
  });
  afterEach(() => service.deviate({}));
  afterAll(() => service.close());

  const run = (standard: string, out: string) =>
    pyx(['run', '--standard', standard, '--target', service.address, '--target-file', 'none', '--out', out, '--seed', '1'], {
      env: { PYX_RPC_USER: 'user', PYX_RPC_PASSWORD: 'password' },
    });

  test.each(['by-position', 'by-name'])('arguments %s: a service that conforms passes every case', async (order) => {
    await inFolder(async (folder) => {
      const before = service.bodies.length;
      const standard = standardIn(join(folder, 'fruit'), `, arguments: ${order}`);
      expect(await pyx(['spec', 'check', standard])).toMatchObject({ code: 0 });
      const { code, stdout, stderr } = await run(standard, join(folder, 'out'));
      expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
      const { cases, coverage } = await resultsIn(join(folder, 'out'));
      const passed = cases.filter(({ status }) => status === 'passed' || status === 'observed').map(({ id }) => id);
      expect(passed).toEqual(cases.map(({ id }) => id));
      expect(passed).toEqual(expect.arrayContaining(['envelope/batch/of-calls', 'methods/getfruit/with/loud']));
      expect([coverage.methods.covered, coverage.params.covered]).toEqual([2, 3]);
      const calls = service.bodies.slice(before).flatMap((body) => (body.includes('"pyx-') ? [JSON.parse(body) as Members] : []));
      expect(calls.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
      expect(
        calls.filter(({ method, params }) => method === 'countfruit' && params !== undefined && !JSON.stringify(params).includes('pyx')),
      ).toEqual([]);
      const ofFruit = calls.filter(({ method, params }) => method === 'getfruit' && params !== undefined);
      expect(ofFruit.length).toBeGreaterThan(3);
      expect(ofFruit.every(({ params }) => Array.isArray(params) === (order === 'by-position'))).toBe(true);
      // An argument before a given one is left out by name, and has its default by position.
      const suffixed = ofFruit.filter(({ params }) => JSON.stringify(params).includes('!')).map(({ params }) => JSON.stringify(params));
      expect(suffixed.some((params) => (order === 'by-name' ? !params.includes('loud') : /^\[\d,false,"!"\]$/.test(params)))).toBe(true);
    });
  });

  test('a finding shows the call as it was sent', async () => {
    await inFolder(async (folder) => {
      service.deviate({
        answers: (answer, request) => (request?.['method'] === 'getfruit' && 'result' in answer ? { ...answer, result: 7 } : answer),
      });
      const standard = standardIn(join(folder, 'fruit'), ', arguments: by-name');
      expect(await run(standard, join(folder, 'out'))).toMatchObject({ code: 1 });
      const { cases } = (await resultsIn(join(folder, 'out'))) as { cases: readonly { id: string; request?: unknown }[] };
      const request = cases.find(({ id }) => id === 'methods/getfruit/with/loud')?.request;
      expect(request).toEqual({
        jsonrpc: '2.0',
        method: 'getfruit',
        params: { number: expect.any(Number) as number, loud: expect.any(Boolean) as boolean },
      });
    });
  });
});

/** The requests of the cases: those of the client of Pyx have ids `pyx-…`. */
const ofCases = (request: Members | undefined): boolean => !String(request?.['id']).startsWith('pyx-');
const without = (answer: Members, name: string): Members => Object.fromEntries(Object.entries(answer).filter(([own]) => own !== name));
const code = (answer: Members, changed: unknown): Members => ({ ...answer, error: { ...(answer['error'] as Members), code: changed } });
const codeOf = ({ error }: Members): unknown => (error as Members | undefined)?.['code'];

/** Alters the answers to single calls of the cases. */
const single = (change: (answer: Members, request: Members | undefined) => Members): Deviation => ({
  answers: (answer, request, inBatch) => (!inBatch && ofCases(request) ? change(answer, request) : answer),
});
const results = (change: (answer: Members) => Members): Deviation =>
  single((answer, request) => ('result' in answer && request?.['method'] === 'countfruit' ? change(answer) : answer));
const unknown = (change: (answer: Members) => Members): Deviation =>
  single((answer) => (codeOf(answer) === -32601 ? change(answer) : answer));

const parse = ['error/parse/no-json', 'error/parse/truncated', 'error/parse/truncated-list'];
const invalid = ['empty-object', 'method-null', 'method-number', 'null', 'number', 'string', 'with-an-id'].map(
  (slug) => `error/invalid-request/${slug}`,
);

const faults: readonly { readonly what: string; readonly deviation: Deviation; readonly found: readonly string[] }[] = [
  { what: 'nothing', deviation: {}, found: [] },
  {
    what: 'answers in reverse order',
    deviation: { lists: (answers, list) => (list.length === 0 ? emptyList : answers.length === 0 ? undefined : [...answers].reverse()) },
    found: [],
  },
  {
    what: 'an answer to a notification',
    deviation: { notified: (answer, _, inBatch) => (inBatch || !('result' in answer) ? undefined : answer) },
    found: ['notification/of-a-call'],
  },
  {
    what: 'an answer to a notification that fails',
    deviation: { notified: (answer, _, inBatch) => (inBatch || 'result' in answer ? undefined : answer) },
    found: ['notification/of-an-unknown-method'],
  },
  {
    what: 'answers to notifications in lists',
    deviation: { notified: (answer, _, inBatch) => (inBatch ? answer : undefined) },
    found: ['batch/of-notifications', 'batch/with-a-notification'],
  },
  {
    what: 'numbers as ids returned as strings',
    deviation: results((answer) => ({ ...answer, id: answer['id'] === null ? null : String(answer['id']) })),
    found: ['id/negative', 'id/number', 'id/zero'],
  },
  {
    what: 'digits as ids returned as numbers',
    deviation: results((answer) => ({ ...answer, id: /^\d+$/.test(String(answer['id'])) ? Number(answer['id']) : answer['id'] })),
    found: ['id/digits'],
  },
  {
    what: 'an id that is false returned as null',
    deviation: results((answer) => ({ ...answer, id: answer['id'] === 0 || answer['id'] === '' ? null : answer['id'] })),
    found: ['id/empty', 'id/zero'],
  },
  { what: 'a null id returned as 0', deviation: results((answer) => ({ ...answer, id: answer['id'] ?? 0 })), found: ['id/null'] },
  {
    what: 'refusals without their id',
    deviation: unknown((answer) => ({ ...answer, id: null })),
    found: ['error/method-not-found', 'id/of-a-refusal/number', 'id/of-a-refusal/string'],
  },
  { what: 'a result beside an error', deviation: unknown((answer) => ({ ...answer, result: null })), found: ['answer/of-a-refusal'] },
  { what: 'an error beside a result', deviation: results((answer) => ({ ...answer, error: null })), found: ['answer/of-success'] },
  { what: 'no version in a result', deviation: results((answer) => without(answer, 'jsonrpc')), found: ['answer/version-of-a-result'] },
  {
    what: 'another version in an error',
    deviation: unknown((answer) => ({ ...answer, jsonrpc: '1.0' })),
    found: ['answer/version-of-an-error'],
  },
  {
    what: 'an error without a message',
    deviation: unknown((answer) => ({ ...answer, error: { code: -32601 } })),
    found: ['answer/error-object'],
  },
  {
    what: 'a code that is a text',
    deviation: unknown((answer) => code(answer, '-32601')),
    found: ['answer/error-object', 'error/method-not-found'],
  },
  { what: 'another code for an unknown method', deviation: unknown((answer) => code(answer, -1)), found: ['error/method-not-found'] },
  {
    what: 'another code for what is no JSON',
    deviation: single((answer) => (codeOf(answer) === -32700 ? code(answer, -32600) : answer)),
    found: parse,
  },
  {
    what: 'an id for what is no JSON',
    deviation: single((answer) => (codeOf(answer) === -32700 ? { ...answer, id: 1 } : answer)),
    found: parse,
  },
  {
    what: 'no id for what is no JSON',
    deviation: single((answer) => (codeOf(answer) === -32700 ? without(answer, 'id') : answer)),
    found: parse,
  },
  {
    what: 'another code for what is no request',
    deviation: single((answer, request) => (codeOf(answer) === -32600 && request === undefined ? code(answer, -32700) : answer)),
    found: ['batch/empty', ...invalid],
  },
  {
    what: 'an empty list for an empty list',
    deviation: { lists: (answers, list) => (list.length === 0 || answers.length > 0 ? answers : undefined) },
    found: ['batch/empty'],
  },
  {
    what: 'an empty list for notifications',
    deviation: { lists: (answers, list) => (list.length === 0 ? emptyList : answers) },
    found: ['batch/of-notifications'],
  },
  {
    what: 'a missing answer in a list',
    deviation: { lists: (answers, list) => (list.length === 0 ? emptyList : answers.length === 0 ? undefined : answers.slice(0, 4)) },
    found: ['batch/of-calls'],
  },
  {
    what: 'a list of one answered as a call',
    deviation: {
      lists: (answers, list) =>
        list.length === 0 ? emptyList : answers.length === 1 ? answers[0] : answers.length === 0 ? undefined : answers,
    },
    found: ['batch/of-one'],
  },
  {
    what: 'a list refused for one member',
    deviation: {
      lists: (answers, list) => {
        if (list.length === 0) return emptyList;
        if (answers.length === 0) return undefined;
        return answers.find((answer) => codeOf(answer) === -32600) ?? answers;
      },
    },
    found: ['batch/of-no-calls', 'batch/with-no-call'],
  },
  {
    what: 'another id for what is no call in a list',
    deviation: { answers: (answer, request, inBatch) => (inBatch && request === undefined ? { ...answer, id: 0 } : answer) },
    found: ['batch/of-no-calls', 'batch/with-no-call'],
  },
  {
    what: 'another code for an unknown method in a list',
    deviation: { answers: (answer, _, inBatch) => (inBatch && codeOf(answer) === -32601 ? code(answer, -1) : answer) },
    found: ['batch/of-unknown-methods'],
  },
  {
    what: 'arguments by name not read',
    deviation: {
      takes: (params) => (Array.isArray(params) || params === undefined ? params : { ...params, number: 0, loud: false, suffix: '?' }),
    },
    found: ['params/by-position-and-by-name'],
  },
  {
    what: 'no leading white space',
    deviation: { reads: (body) => (body.startsWith(' ') ? '!' : body) },
    found: ['json/whitespace-around'],
  },
  {
    what: 'no escapes',
    deviation: { reads: (body) => (body.includes('\\u') ? '!' : body) },
    found: ['json/escaped-member', 'json/escaped-method', 'json/escaped-version'],
  },
];

const emptyList = { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid Request' }, id: null };

describe('what a service does otherwise', () => {
  let service: JsonRpc2Service;
  let target: RemoteTarget;
  beforeAll(async () => {
    service = await jsonRpc2Service(methods);
    target = new RemoteTarget({ address: service.address, credentials: undefined });
    const form = requestFormOf(await stated());
    if (form) target.setRequestForm(form);
  });
  afterEach(() => service.deviate({}));
  afterAll(async () => {
    await target.close();
    await service.close();
  });

  async function stated(more = ''): Promise<Specification> {
    let specification: Specification | undefined;
    await inFolder(async (folder) => {
      specification = ownStandard(readStandard(standardIn(folder, more)), known);
    });
    if (!specification) throw new Error('no standard was read');
    return specification;
  }

  async function failed(specification: Specification, deviation: Deviation): Promise<string[]> {
    const options = runOptions(target, { specification, definitions: ingredients });
    const session = await Session.open(options, 'default');
    service.deviate(deviation);
    const ids: string[] = [];
    for (const testCase of ownEnvelopeCases(specification)) {
      const { id, status } = await runCase(testCase, session, options);
      if (status !== 'passed' && status !== 'observed') ids.push(id.replace(/^envelope\//, ''));
    }
    return ids.sort();
  }

  test.each(faults)('$what', async ({ deviation, found }) => {
    expect(await failed(await stated(), deviation)).toEqual([...found].sort());
  });

  /** A service that takes no arguments by name. */
  const positional: Deviation = { takes: (params) => (params === undefined || Array.isArray(params) ? params : { named: params }) };

  test('arguments by name may be refused, unless the standard states them', async () => {
    expect(await failed(await stated(), positional)).toEqual([]);
    expect(await failed(await stated(', arguments: by-position'), positional)).toEqual([]);
    expect(await failed(await stated(', arguments: by-name'), positional)).toEqual(['params/by-position-and-by-name']);
  });

  test('a standard without batches has no cases of them', async () => {
    const ids = ownEnvelopeCases(await stated(', batches: none')).map(({ id }) => id);
    expect(ids.filter((id) => id.includes('batch'))).toEqual([]);
    expect(ids).toContain('envelope/error/method-not-found');
  });
});
