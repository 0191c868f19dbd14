import { expect, test } from 'vitest';
import { TargetError, type Refusal } from '../fixtures/targets/types.ts';
import { GivenUp, Unavailable, WorldError } from '../fixtures/world/world-errors.ts';
import { fakeCase, refused, resultOf, timedOut } from './testing/fakes.ts';
import { tried, type Setting } from './testing/tried.ts';
import type { Case } from './case.ts';

test('an internal error is not a finding: skipped, internal, with its stack', async () => {
  const outcome = await tried(
    fakeCase('a', () => {
      throw new RangeError('a bug of ours');
    }),
  );
  expect(outcome).toMatchObject({ status: 'skipped', internal: true, findings: [] });
  expect(outcome.reason).toMatch(/^internal error in Pyx \(please report it\): RangeError: a bug of ours\n/);
});

test('an error in a case of a plug-in is not one of Pyx: it names the plug-in', async () => {
  const broken = fakeCase('acme/a', () => {
    throw new RangeError('a bug of theirs');
  });
  const outcome = await tried({ ...broken, plugin: 'acme' });
  expect(outcome).toMatchObject({ status: 'skipped', internal: true, findings: [] });
  expect(outcome.reason).toMatch(/^error in the plug-in acme: RangeError: a bug of theirs\n/);
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
  const testCase = fakeCase('a', async (t) => void (await resultOf(t, 'getthing')));
  expect(await tried(testCase, { absent: new Map([['getthing', 'it came later']]) })).toMatchObject({
    status: 'inapplicable',
    calls: 0,
    reason: 'the target has no getthing: it came later',
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
  const testCase = fakeCase('a', async (t) => void (await t.world.use('funds')));
  expect(await tried(testCase, failing('setthing'))).toMatchObject({
    status: 'failed',
    request: { method: 'setthing' },
    findings: [{ check: 'world', evidence: 'document' }],
  });
  const beyond = await tried(testCase, failing('generatetoaddress'));
  expect(beyond).toMatchObject({
    status: 'skipped',
    findings: [],
    reason: 'a prerequisite of the case could not be made: generatetoaddress was not answered with a result',
    request: { method: 'generatetoaddress' },
    response: { error: { code: -1, message: 'no' } },
  });
  expect(beyond).not.toHaveProperty('internal');
  expect(await tried(testCase, failing('generatetoaddress', timedOut))).toMatchObject({
    status: 'failed',
    findings: [{ check: 'timeout', evidence: 'health' }],
  });
});

test('a case whose prerequisite was given up has the reason and the call of those before it', async () => {
  const error = new WorldError('setthing was not answered with a result', 'setthing', [1], refused(-1, 'no'));
  const outcome = await tried(
    fakeCase('a', async (t) => void (await t.world.use('funds'))),
    {
      definitions: {
        funds: {
          build: async () => {
            throw new GivenUp(error);
          },
        },
      },
    },
  );
  expect(outcome).toMatchObject({
    status: 'skipped',
    reason: 'a prerequisite of the case could not be made: setthing was not answered with a result',
    calls: 0,
    request: { method: 'setthing', params: [1] },
    response: { error: { code: -1, message: 'no' } },
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
