import { expect, test } from 'vitest';
import { Unavailable } from '../fixtures/world/world-errors.ts';
import { fakeCase, FakeTarget, refused, result, resultOf, runOptions, type Answers } from './testing/fakes.ts';
import { tried } from './testing/tried.ts';
import { checkResult } from './check-result.ts';
import { runCase } from './run-case.ts';
import { Session } from './session.ts';
import type { TargetFile } from './target-file.ts';
import type { Trial } from './trial.ts';
import type { Outcome } from './outcome.ts';

test('a case without a finding passes, and reports what it was the first to cover', async () => {
  const outcome = await tried(fakeCase('a', async (t) => void (await resultOf(t, 'getthing')), { judges: ['r:getthing/a'] }));
  expect(outcome).toMatchObject({ status: 'passed', calls: 1, findings: [], hits: ['r:getthing/a', 'm:getthing'] });
  expect(outcome).not.toHaveProperty('replay');
});

test('a case that judges by reach covers only what its run has reached', async () => {
  const judges = ['s:locked', 's:unlocked', 'r:getthing/a'];
  const outcome = await tried(fakeCase('a', (t) => t.reach('s:unlocked'), { judges, judgesByReach: true }));
  expect(outcome.hits).toEqual(['s:unlocked']);
});

test('a rule that a check names is its source; a name that is no sentence is none', async () => {
  const outcome = await tried(
    fakeCase('a', async (t) => {
      t.ok(false, 'one', { rule: 'getthing/a' });
      t.ok(false, 'two', { rule: 'getthing/a', source: 'elsewhere' });
      t.ok(false, 'three', { rule: 'a/relation' });
    }),
  );
  const [stated, given, other] = outcome.findings;
  expect(stated).toMatchObject({
    source: expect.stringMatching(/^document 1, /) as string,
    evidence: 'document',
    difference: { rule: 'getthing/a' },
  });
  expect(given).toMatchObject({ source: 'elsewhere' });
  expect(other?.source).not.toMatch(/^document 1, |elsewhere/);
});

test('the options that a case depends on are part of its replay', async () => {
  const failing = fakeCase('a', (t) => void t.ok(false, 'it does not hold'), { settings: ['--runs', '200'] });
  const options = {
    ...runOptions(new FakeTarget()),
    replay: (id: string, settings: readonly string[] = []) => [id, ...settings].join(' '),
  };
  const outcome = await runCase(failing, await Session.open(options, 'default'), options);
  expect(outcome.replay).toBe('fake/a --runs 200');
});

test('the call shown is that of the failing finding', async () => {
  const outcome = await tried(
    fakeCase('a', async (t) => {
      await resultOf(t, 'getthing');
      t.observe('order', 'any', 'the order is nowhere stated');
      await resultOf(t, 'eitherthing', { mode: 'look' });
      t.ok(false, 'it does not hold');
      await t.result('getblockcount');
    }),
    { answers: (method) => result(method === 'getblockcount' ? 1 : {}) },
  );
  expect(outcome).toMatchObject({
    status: 'failed',
    request: { method: 'eitherthing', params: ['look'] },
    response: { result: {} },
    replay: 'try fake/a',
  });
  expect(outcome.findings[0]).not.toHaveProperty('call');
});

test('a passed case shows the call whose result it checked against its description', async () => {
  const checks = async (t: Trial): Promise<void> => {
    const method = t.specification.method('getthing');
    checkResult(t, method, method.variants[0]!, { args: {}, result: await resultOf(t, 'getthing') });
    await t.result('getblockcount');
  };
  const answers: Answers = (method) => result(method === 'getblockcount' ? 1 : {});
  expect(await tried(fakeCase('a', checks, { checksResult: true }), { answers })).toMatchObject({
    status: 'passed',
    request: { method: 'getthing', params: [] },
    response: { result: {} },
  });
  expect(await tried(fakeCase('a', checks), { answers })).not.toHaveProperty('request');
});

test('a waived finding does not fail, another one in the same case does', async () => {
  const targetFile: TargetFile = {
    file: 'x.yaml',
    name: 'x',
    waivers: [{ cases: 'fake/*', path: 'tx[*].size', reason: 'it is called vsize there' }],
  };
  const waived = fakeCase('a', (t) => void t.ok(false, 'size is missing', { path: 'tx[3].size' }));
  expect(await tried(waived, { targetFile })).toMatchObject({ status: 'waived', findings: [{ waiver: 'it is called vsize there' }] });
  const both = fakeCase('a', (t) => {
    t.ok(false, 'size is missing', { path: 'tx[3].size' });
    t.ok(false, 'txid is missing', { path: 'tx[3].txid' });
  });
  expect(await tried(both, { targetFile })).toMatchObject({ status: 'failed' });
});

test('a session is touched by calls that may have changed the node, not by reading or refused calls', async () => {
  const target = new FakeTarget((method) => (method === 'keything' ? refused(-4, 'no') : result({})));
  const options = runOptions(target);
  const session = await Session.open(options, 'default');
  const call = (method: string): Promise<Outcome> =>
    runCase(
      fakeCase(method, async (t) => void (await t.call(method))),
      session,
      options,
    );
  await call('getthing');
  await call('keything');
  expect(session.touched).toBe(false);
  await call('setthing');
  expect(session.touched).toBe(true);
});

test('read-only: only variants without an effect but read are sent', async () => {
  const target = new FakeTarget();
  const options = runOptions(target, { readOnly: true });
  const session = await Session.open(options, 'default');
  const call = (method: string, args = {}): Promise<Outcome> =>
    runCase(
      fakeCase(method, async (t) => void (await t.call(method, args))),
      session,
      options,
    );
  expect((await call('getthing')).status).toBe('passed');
  expect((await call('eitherthing')).status).toBe('passed');
  expect((await call('eitherthing', { mode: 'look' })).status).toBe('passed');
  expect(await call('eitherthing', { mode: 'take' })).toMatchObject({
    status: 'inapplicable',
    reason: 'read-only: eitherthing is not called with these arguments because its effect is "wallet"',
  });
  for (const method of ['setthing', 'keything', 'generatetoaddress']) expect(await call(method)).toMatchObject({ status: 'inapplicable' });
  await expect(resultOf(session.world, 'setthing')).rejects.toThrow(Unavailable);
  expect(target.nodes[0]?.asked.map(({ method }) => method)).toEqual(['getthing', 'eitherthing', 'eitherthing']);
});

test('a branded node is called by its names, and reported with neutral ones', async () => {
  const target = new FakeTarget((method) =>
    result(method === 'acmething' ? { acme_status: 'synced', deep: [{ bar_blocks: 7, coin_status: 1 }] } : 'wrong name'),
  );
  const options = runOptions(target, { names: { coin: 'acme', ext: 'foo', extclient: 'bar' } });
  const session = await Session.open(options, 'default');
  const outcome = await runCase(
    fakeCase('a', async (t) => {
      const answer = await resultOf(t, 'cointhing', { mode: 'take' });
      t.equal(answer, { coin_status: 'synced', deep: [{ extclient_blocks: 7, coin_status: 1 }] }, 'the answer');
      t.ok(false, 'to see the call');
    }),
    session,
    options,
  );
  expect(target.nodes[0]?.asked).toMatchObject([{ method: 'acmething', params: ['sub', 'take'] }]);
  expect(outcome).toMatchObject({
    findings: [{ message: 'to see the call' }],
    request: { method: 'cointhing', params: ['sub', 'take'] },
    response: { result: { coin_status: 'synced' } },
  });
  expect(JSON.stringify(outcome)).not.toContain('acme');
});
