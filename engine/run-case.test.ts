import { afterEach, expect, test, vi } from 'vitest';
import type { MethodId } from '../specs/model/generated/wire.d.ts';
import { TargetError, type Refusal } from '../fixtures/targets/types.ts';
import { Unavailable, WorldError, type Definitions } from '../fixtures/world/world.ts';
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

test('a case without a finding has passed, and says what it was the first to cover', async () => {
  const outcome = await tried(fakeCase('a', async (t) => void (await resultOf(t, 'getthing')), { judges: ['r:getthing/a'] }));
  expect(outcome).toMatchObject({ status: 'passed', calls: 1, findings: [], hits: ['r:getthing/a', 'm:getthing'] });
  expect(outcome).not.toHaveProperty('replay');
});

test('the call that is shown is that of the finding that fails', async () => {
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

test('a fault of our own is no finding: skipped, internal, with its stack', async () => {
  const outcome = await tried(
    fakeCase('a', () => {
      throw new RangeError('a bug of ours');
    }),
  );
  expect(outcome).toMatchObject({ status: 'skipped', internal: true, findings: [] });
  expect(outcome.reason).toMatch(/^Pyx itself failed: RangeError: a bug of ours\n/);
});

test('a case that stumbles over an answer that is not as documented has found that', async () => {
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
      { check: 'type', evidence: 'document', message: 'getthing answered something else than is documented: the result must be object' },
    ],
  });
  expect(outcome).not.toHaveProperty('internal');
});

test('a finding stands, though the case broke after it', async () => {
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

test('what a target cannot offer is inapplicable, with the reason; what was seen before is kept', async () => {
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
  // An observation that the baseline knows leaves nothing behind: it did not pass for that.
  expect(await tried(half, { targetFile: { file: 'x.yaml', name: 'x', baseline: { 'fake/a#order': 'any' } } })).toMatchObject({
    status: 'inapplicable',
    findings: [],
  });
});

test('a method that the target file names absent is not called', async () => {
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

test('a result of another type than is documented is a finding when it arrives, and the case goes no further', async () => {
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
        message: 'getthing answered something else than is documented: the result must be object',
      },
    ],
  });
  expect(after).toBe(false);
});

test('where a refusal is as good as a result, the error is given, and a result is held against its variant all the same', async () => {
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

test('a success where the documents demand a refusal is a finding', async () => {
  const one = fakeCase('a', async (t) => void (await t.refused('getthing', {}, 'it takes no arguments')));
  expect(await tried(one)).toMatchObject({
    status: 'failed',
    findings: [{ check: 'refusal', message: 'getthing answered {}, but it takes no arguments' }],
  });
});

test('a world that cannot be made is a finding where a document describes the call, and nobody’s fault where none does', async () => {
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
    reason: 'what the case needs could not be made: generatetoaddress was not answered with a result',
  });
  expect(beyond).not.toHaveProperty('internal');
  expect(await tried(one, failing('generatetoaddress', timedOut))).toMatchObject({
    status: 'failed',
    findings: [{ check: 'timeout', evidence: 'health' }],
  });
});

test('a node that a case starts and that does not come up: inapplicable with the node’s words where options are to blame, a finding where it had run, else skipped', async () => {
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
          'the node did not start again on its own data: coind did not come up: it ended; its last lines: Prune configured below the minimum',
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

test('a waived failure is waived, and another one beside it still fails', async () => {
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

test('a case that takes too long ends: the node’s doing if a call was not answered, else ours', async () => {
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
      message: 'the node no longer answers after getthing: nor does it answer getblockcount within 10 s; its last lines: out of memory',
    },
  ]);
  const idling = tried(fakeCase('a', () => new Promise(() => undefined), { timeoutMs: 1_000 }));
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await idling).toMatchObject({ status: 'skipped', internal: true, reason: 'the case took longer than 6 s' });
});

test('a case that was given up calls nothing any more', async () => {
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

test('the time that a case allows is that of each of its calls', async () => {
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

test('a session is touched by calls that may have changed something, not by those that read or were refused', async () => {
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

test('read-only: only variants that do nothing but read are sent', async () => {
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
    reason: 'read-only: eitherthing is not called like this, its effect is "wallet"',
  });
  for (const method of ['setthing', 'keything', 'generatetoaddress']) expect(await call(method)).toMatchObject({ status: 'inapplicable' });
  await expect(resultOf(session.world, 'setthing')).rejects.toThrow(Unavailable);
  expect(target.nodes[0]?.called.map(({ method }) => method)).toEqual(['getthing', 'eitherthing', 'eitherthing']);
});

test('a node with names of its own is called by them, and told of in neutral ones', async () => {
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
