import { expect, test } from 'vitest';
import type { MethodId } from '../specs/model/generated/wire.d.ts';
import { fakeCase, refused, result, resultOf } from './testing/fakes.ts';
import { tried } from './testing/tried.ts';

test('an exception because of an undocumented answer is a finding about that answer', async () => {
  const outcome = await tried(
    fakeCase('a', async (t) => {
      const { list } = await (resultOf(t, 'getthing') as unknown as Promise<{ list: string[] }>);
      t.ok(list.length > 0, 'it is empty');
    }),
    { answers: () => result('no object') },
  );
  expect(outcome).toMatchObject({
    status: 'failed',
    request: { method: 'getthing' },
    findings: [
      {
        check: 'type',
        evidence: 'document',
        message: 'getthing returned a result that differs from the documents: the result must be object',
      },
    ],
  });
  expect(outcome).not.toHaveProperty('internal');
});

test('a refusal where the documents describe a result is a finding', async () => {
  const testCase = fakeCase('a', async (t) => void (await resultOf(t, 'getthing')));
  expect(await tried(testCase, { answers: () => refused(-32601, 'Method not found\nmore') })).toMatchObject({
    status: 'failed',
    response: { error: { code: -32601 } },
    findings: [
      {
        check: 'missing-method',
        evidence: 'document',
        message: 'getthing was refused with -32601 (Method not found) where the documents describe a result',
      },
    ],
  });
});

test('a result of a wrong type is a finding when it arrives, and ends the case', async () => {
  let after = false;
  const testCase = fakeCase('a', async (t) => {
    await resultOf(t, 'getthing');
    after = true;
  });
  expect(await tried(testCase, { answers: () => result('text') })).toMatchObject({
    status: 'failed',
    response: { result: 'text' },
    findings: [
      {
        check: 'type',
        evidence: 'document',
        path: '',
        message: 'getthing returned a result that differs from the documents: the result must be object',
      },
    ],
  });
  expect(after).toBe(false);
});

test('answer returns the error of a refusal, and a result checked against its variant', async () => {
  const answers: unknown[] = [];
  const testCase = fakeCase('a', async (t) => void answers.push(await t.answer('getthing' as MethodId, {})));
  expect(await tried(testCase, { answers: () => refused(-4, 'locked') })).toMatchObject({ status: 'passed', findings: [] });
  expect(await tried(testCase, { answers: () => result({ a: 1 }) })).toMatchObject({ status: 'passed', findings: [] });
  expect(answers).toMatchObject([
    { ok: false, error: { code: -4 } },
    { ok: true, result: { a: 1 } },
  ]);
  expect(await tried(testCase, { answers: () => result('text') })).toMatchObject({
    status: 'failed',
    findings: [{ check: 'type', evidence: 'document' }],
  });
  expect(answers).toHaveLength(2);
});

test('a result where the documents require a refusal is a finding', async () => {
  const testCase = fakeCase('a', async (t) => void (await t.refused('getthing', {}, 'it takes no arguments')));
  expect(await tried(testCase)).toMatchObject({
    status: 'failed',
    findings: [{ check: 'refusal', message: 'getthing returned {}, but it takes no arguments' }],
  });
});

const BROKEN = refused(-1, "Cannot read properties of undefined (reading 'txid')\nmore");

test('a call that fails by an exception in the node is a finding, where a refusal is none', async () => {
  const asked = fakeCase('a', async (t) => void (await t.refused('getthing')));
  expect(await tried(asked, { answers: () => refused(-8, 'no such thing') })).toMatchObject({ status: 'passed' });
  expect(await tried(asked, { answers: () => BROKEN })).toMatchObject({
    status: 'failed',
    response: { error: { code: -1 } },
    findings: [
      {
        check: 'internal-error',
        evidence: 'health',
        message: "getthing failed with an internal error: -1 (Cannot read properties of undefined (reading 'txid'))",
        difference: { method: 'getthing', check: 'internal-error', found: 'Cannot read properties of undefined (reading …)' },
      },
    ],
  });
});

test('an exception is told once: not beside a finding about its call, and beside one about another', async () => {
  const needed = fakeCase('a', async (t) => void (await resultOf(t, 'getthing')));
  expect((await tried(needed, { answers: () => BROKEN })).findings.map(({ check }) => check)).toEqual(['refused']);
  const other = fakeCase('a', async (t) => {
    t.ok(false, 'it does not hold');
    await t.refused('getthing');
  });
  expect((await tried(other, { answers: () => BROKEN })).findings.map(({ check }) => check)).toEqual(['holds', 'internal-error']);
});

test('an exception in a call that is not one of the case is a finding of it, too, with that call', async () => {
  const without = fakeCase('a', async (t) => {
    const { type } = await t.world.service.call('generatetoaddress', [1, 'address']);
    if (type === 'error') t.inapplicable('the node makes no blocks');
  });
  expect(await tried(without, { answers: () => refused(-1, 'not now') })).toMatchObject({ status: 'inapplicable' });
  expect(await tried(without, { answers: () => BROKEN })).toMatchObject({
    status: 'failed',
    request: { method: 'generatetoaddress' },
    findings: [{ check: 'internal-error', difference: { method: 'generatetoaddress' } }],
  });
});
