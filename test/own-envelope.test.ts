import { join } from 'node:path';
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
import { fakeNode, Refused } from './support/fake-node.ts';
import { methods, standardIn } from './support/fruit-service.ts';
import { faults } from './support/json-rpc-2-faults.ts';
import { jsonRpc2Service, type Deviation, type JsonRpc2Service, type Members } from './support/json-rpc-2-service.ts';
import { inFolder, pyx, resultsIn } from './support/pyx.ts';

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

  test('without a method that reads and needs no argument, only cases without a successful call are made', async () => {
    const { spec } = await stated();
    const withoutReader = ownStandard({ spec: { ...spec, methods: [] }, branded: [] }, known);
    const ids = ownEnvelopeCases(withoutReader).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['envelope/error/parse/no-json', 'envelope/batch/empty', 'envelope/answer/error-object']));
    expect(ids.filter((id) => /^envelope\/(?:json|params|id\/string)|of-success|of-calls|of-a-call/.test(id))).toEqual([]);
    expect(await failed(withoutReader, {})).toEqual([]);
  });

  test('a standard without batches has no cases of them', async () => {
    const ids = ownEnvelopeCases(await stated(', batches: none')).map(({ id }) => id);
    expect(ids.filter((id) => id.includes('batch'))).toEqual([]);
    expect(ids).toContain('envelope/error/method-not-found');
  });
});

describe('pyx run with a standard of JSON-RPC 1.0', () => {
  const answers = {
    ...Object.fromEntries(Object.entries(methods).map(([name, { run }]) => [name, () => run({})])),
    getfruit: ([number = null, loud, suffix]: readonly unknown[]) => {
      if (typeof number !== 'number') throw new Refused(-32602, 'Invalid params');
      return methods.getfruit.run({ number, ...(loud === undefined ? {} : { loud }), ...(suffix === undefined ? {} : { suffix }) });
    },
  };

  async function failed(misbehave?: Parameters<typeof fakeNode>[2]): Promise<{ all: string[]; failed: string[] }> {
    const node = await fakeNode(answers, undefined, misbehave);
    let cases: Awaited<ReturnType<typeof resultsIn>>['cases'] = [];
    await inFolder(async (folder) => {
      const standard = standardIn(join(folder, 'fruit'), '', 'json-rpc-1.0');
      const arguments_ = ['run', '--standard', standard, '--target', node.address, '--target-file', 'none', '--suite', 'envelope'];
      const { code, stderr } = await pyx([...arguments_, '--out', join(folder, 'out')], {
        env: { PYX_RPC_USER: 'user', PYX_RPC_PASSWORD: 'password' },
      });
      expect({ code, stderr }).toMatchObject({ code: misbehave ? 1 : 0 });
      ({ cases } = await resultsIn(join(folder, 'out')));
    });
    await node.close();
    return { all: cases.map(({ id }) => id), failed: cases.filter(({ status }) => status !== 'passed').map(({ id }) => id) };
  }

  const isClient = (id: unknown): boolean => String(id).startsWith('pyx-');

  test('it has the cases that JSON-RPC 1.0 and JSON state, and a node that conforms passes them', async () => {
    const { all, failed: found } = await failed();
    expect(found).toEqual([]);
    expect(all).toEqual(expect.arrayContaining(['envelope/answer/of-success', 'envelope/json/order-reversed']));
    expect(all.filter((id) => id.includes('batch') || id.includes('notification'))).toEqual([]);
  });

  test.each<[string, (method: string, id: unknown) => string | undefined, readonly string[]]>([
    [
      'a result without its id',
      (method) => (method === 'countfruit' ? '{"result":3,"error":null,"id":null}' : undefined),
      ['envelope/answer/of-success'],
    ],
    [
      'a result without an error',
      (method, id) => (method === 'countfruit' ? JSON.stringify({ result: 3, id }) : undefined),
      ['envelope/answer/of-success'],
    ],
    [
      'a result of an unknown method',
      (method, id) => (method.startsWith('no') ? JSON.stringify({ result: 3, error: null, id }) : undefined),
      ['envelope/answer/of-an-unknown-method'],
    ],
  ])('%s is found', async (_, body, found) => {
    const deviating = await failed(({ id, method }) => {
      const instead = isClient(id) ? undefined : body(method, id);
      return instead === undefined ? undefined : { body: instead };
    });
    expect(deviating.failed).toEqual(found);
  });
});
