import { afterEach, expect, test, vi } from 'vitest';
import type { MethodId } from '../specs/model/generated/wire.d.ts';
import { TargetError, type Refusal } from '../fixtures/targets/types.ts';
import type { Definitions } from '../fixtures/world/world.ts';
import { Unavailable, WorldError } from '../fixtures/world/world-errors.ts';
import { fakeCase, fakeDefinitions, FakeTarget, refused, result, runOptions, timedOut, type Answers, resultOf } from './testing/fakes.ts';
import { runCase } from './run-case.ts';
import { Session } from './session.ts';
import type { TargetFile } from './target-file.ts';
import type { Case, Outcome } from './types.ts';

afterEach(() => vi.useRealTimers());

interface Setting {
  readonly answers?: Answers;
  readonly targetFile?: TargetFile;
  readonly absent?: ReadonlyMap<string, string>;
  readonly definitions?: Partial<Definitions>;
  readonly readOnly?: boolean;
}

async function tried(one: Case, setting: Setting = {}): Promise<Outcome> {
  const { answers, definitions, ...rest } = setting;
  const target = new FakeTarget(answers);
  const options = runOptions(target, { ...rest, definitions: fakeDefinitions(definitions) });
  return runCase(one, await Session.open(options, 'default'), options);
}

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

test('an internal error is not a finding: skipped, internal, with its stack', async () => {
  const outcome = await tried(
    fakeCase('a', () => {
      throw new RangeError('a bug of ours');
    }),
  );
  expect(outcome).toMatchObject({ status: 'skipped', internal: true, findings: [] });
  expect(outcome.reason).toMatch(/^internal error in Pyx \(please report it\): RangeError: a bug of ours\n/);
});

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

test('a finding remains, though the case threw after it', async () => {
  const outcome = await tried(
    fakeCase('a', (t) => {
      t.ok(false, 'it does not hold');
      throw new Error('and then this');
    }),
  );
  expect(outcome.status).toBe('failed');
  expect(outcome).not.toHaveProperty('internal');
  expect(outcome.reason).toContain('and then this');
});

test('a case that the target cannot run is inapplicable, with the reason; earlier observations are kept', async () => {
  expect(await tried(fakeCase('a', (t) => t.inapplicable('it has no peers')))).toMatchObject({
    status: 'inapplicable',
    reason: 'it has no peers',
  });
  expect(
    await tried(
      fakeCase('a', async (t) => void (await t.world.use('funds'))),
      {
        definitions: {
          funds: {
            build: async () => {
              throw new Unavailable('no coins here');
            },
          },
        },
      },
    ),
  ).toMatchObject({ status: 'inapplicable', reason: 'no coins here' });
  const half = fakeCase('a', (t) => {
    t.observe('order', 'any', 'seen');
    t.inapplicable('it has no peers');
  });
  expect(await tried(half)).toMatchObject({ status: 'observed', reason: 'it has no peers' });
  // An observation that the baseline accepts is dropped; the case has not passed for that.
  expect(await tried(half, { targetFile: { file: 'x.yaml', name: 'x', baseline: { 'fake/a#order': 'any' } } })).toMatchObject({
    status: 'inapplicable',
    findings: [],
  });
});

test('a method that the target file lists as absent is not called', async () => {
  const one = fakeCase('a', async (t) => void (await resultOf(t, 'getthing')));
  expect(await tried(one, { absent: new Map([['getthing', 'it came later']]) })).toMatchObject({
    status: 'inapplicable',
    calls: 0,
    reason: 'the target has no getthing: it came later',
  });
});

test('a refusal where the documents describe a result is a finding', async () => {
  const one = fakeCase('a', async (t) => void (await resultOf(t, 'getthing')));
  expect(await tried(one, { answers: () => refused(-32601, 'Method not found\nmore') })).toMatchObject({
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
  const one = fakeCase('a', async (t) => {
    await resultOf(t, 'getthing');
    after = true;
  });
  expect(await tried(one, { answers: () => result('text') })).toMatchObject({
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
  const one = fakeCase('a', async (t) => void answers.push(await t.answer('getthing' as MethodId, {})));
  expect(await tried(one, { answers: () => refused(-4, 'locked') })).toMatchObject({ status: 'passed', findings: [] });
  expect(await tried(one, { answers: () => result({ a: 1 }) })).toMatchObject({ status: 'passed', findings: [] });
  expect(answers).toMatchObject([
    { ok: false, error: { code: -4 } },
    { ok: true, result: { a: 1 } },
  ]);
  expect(await tried(one, { answers: () => result('text') })).toMatchObject({
    status: 'failed',
    findings: [{ check: 'type', evidence: 'document' }],
  });
  expect(answers).toHaveLength(2);
});

test('a result where the documents require a refusal is a finding', async () => {
  const one = fakeCase('a', async (t) => void (await t.refused('getthing', {}, 'it takes no arguments')));
  expect(await tried(one)).toMatchObject({
    status: 'failed',
    findings: [{ check: 'refusal', message: 'getthing returned {}, but it takes no arguments' }],
  });
});

test('a prerequisite that cannot be made is a finding if the call is documented; otherwise the case is skipped', async () => {
  const failing = (method: string, reply = refused(-1, 'no')): Setting => ({
    definitions: {
      funds: {
        build: async () => {
          throw new WorldError(`${method} was not answered with a result`, method, [], reply);
        },
      },
    },
  });
  const one = fakeCase('a', async (t) => void (await t.world.use('funds')));
  expect(await tried(one, failing('setthing'))).toMatchObject({
    status: 'failed',
    request: { method: 'setthing' },
    findings: [{ check: 'world', evidence: 'document' }],
  });
  const beyond = await tried(one, failing('generatetoaddress'));
  expect(beyond).toMatchObject({
    status: 'skipped',
    findings: [],
    reason: 'a prerequisite of the case could not be made: generatetoaddress was not answered with a result',
  });
  expect(beyond).not.toHaveProperty('internal');
  expect(await tried(one, failing('generatetoaddress', timedOut))).toMatchObject({
    status: 'failed',
    findings: [{ check: 'timeout', evidence: 'health' }],
  });
});

test('a node that a case starts and that does not come up: inapplicable if it refuses options, a finding if it had run before, else skipped', async () => {
  const failing = (refusal?: Refusal): Case =>
    fakeCase('a', () => {
      throw new TargetError('coind did not come up: it ended', { details: ['Prune configured below the minimum'], refusal });
    });
  expect(await tried(failing({ options: ['-prune=550'], again: true }))).toMatchObject({
    status: 'inapplicable',
    reason: 'the node does not start with -prune=550: coind did not come up: it ended; its last lines: Prune configured below the minimum',
  });
  expect(await tried(failing({ options: [], again: true }))).toMatchObject({
    status: 'failed',
    findings: [
      {
        check: 'start-again',
        evidence: 'health',
        message:
          'the node did not restart with its data directory: coind did not come up: it ended; its last lines: Prune configured below the minimum',
      },
    ],
  });
  for (const refusal of [undefined, { options: [], again: false }]) {
    const outcome = await tried(failing(refusal));
    expect(outcome).toMatchObject({
      status: 'skipped',
      reason: expect.stringMatching(/^a node that the case needs could not be started: coind did not come up/),
    });
    expect(outcome).not.toHaveProperty('internal');
  }
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

test('a case that takes too long ends: a finding if a call was not answered, else an internal error', async () => {
  vi.useFakeTimers();
  const waits = fakeCase('a', async (t) => void (await resultOf(t, 'getthing')));
  const waiting = tried(waits, { answers: (method) => (method === 'getthing' ? new Promise(() => undefined) : result(1)) });
  await vi.advanceTimersByTimeAsync(90_000);
  expect(await waiting).toMatchObject({
    status: 'failed',
    findings: [{ check: 'timeout', evidence: 'health', message: 'getthing: no answer within 90 s' }],
  });
  const hanging = tried(waits, { answers: () => new Promise(() => undefined) });
  await vi.advanceTimersByTimeAsync(110_000);
  expect((await hanging).findings).toMatchObject([
    {
      check: 'unresponsive',
      evidence: 'health',
      message: 'the node no longer answers after getthing: no answer to getblockcount within 10 s; its last lines: out of memory',
    },
  ]);
  const idling = tried(fakeCase('a', () => new Promise(() => undefined), { timeoutMs: 1_000 }));
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await idling).toMatchObject({ status: 'skipped', internal: true, reason: 'the case took longer than 6 s' });
});

test('an aborted case makes no further calls', async () => {
  vi.useFakeTimers();
  const target = new FakeTarget();
  const options = runOptions(target);
  const session = await Session.open(options, 'default');
  const outcome = runCase(
    fakeCase('a', async (t) => {
      await new Promise((resolve) => setTimeout(resolve, 200_000));
      await resultOf(t, 'setthing');
    }),
    session,
    options,
  );
  await vi.advanceTimersByTimeAsync(300_000);
  expect((await outcome).status).toBe('skipped');
  expect(target.nodes[0]?.called).toEqual([]);
});

test('the time limit of a case applies to each of its calls', async () => {
  const target = new FakeTarget();
  const options = runOptions(target);
  const session = await Session.open(options, 'default');
  await runCase(
    fakeCase(
      'a',
      async (t) => {
        await resultOf(t, 'getthing');
        await resultOf(t, 'getthing', {}, { timeoutMs: 7 });
      },
      { timeoutMs: 120_000 },
    ),
    session,
    options,
  );
  expect(target.nodes[0]?.called.map((call) => call.options?.timeoutMs)).toEqual([120_000, 7]);
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
  expect(target.nodes[0]?.called.map(({ method }) => method)).toEqual(['getthing', 'eitherthing', 'eitherthing']);
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
  expect(target.nodes[0]?.called).toMatchObject([{ method: 'acmething', params: ['sub', 'take'] }]);
  expect(outcome).toMatchObject({
    findings: [{ message: 'to see the call' }],
    request: { method: 'cointhing', params: ['sub', 'take'] },
    response: { result: { coin_status: 'synced' } },
  });
  expect(JSON.stringify(outcome)).not.toContain('acme');
});
