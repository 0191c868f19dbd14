import { describe, expect, test } from 'vitest';
import { FakeTarget, fakeCase, fakeSpecification, result, resultOf, runOptions, type FakeNode } from '../../engine/testing/fakes.ts';
import type { RunOptions } from '../../engine/run.ts';
import type { Case } from '../../engine/case.ts';
import { faultsOf } from './faults.ts';
import { selfcheck, type SelfcheckOptions, type SelfcheckProgress } from './selfcheck.ts';

/** A target whose nodes count the calls of `setthing`. */
function countingTarget(): FakeTarget {
  const counts = new WeakMap<FakeNode, number>();
  return new FakeTarget((method, _, node) => {
    const count = counts.get(node) ?? 0;
    if (method === 'setthing') counts.set(node, count + 1);
    if (method === 'getblockcount') return result(1);
    return result(method === 'getthing' ? { count } : null);
  });
}

const countOf = async (t: Parameters<Case['run']>[0]): Promise<number> => ((await resultOf(t, 'getthing')) as { count: number }).count;

const counts = fakeCase(
  'counts',
  async (t) => {
    const before = await countOf(t);
    await resultOf(t, 'setthing');
    t.equal(await countOf(t), before + 1, 'the count');
  },
  { uses: ['getthing', 'setthing'] },
);
/** Passes whatever the node does. */
const blind = fakeCase('blind', async (t) => void (await t.call('setthing')), { uses: ['setthing'] });
const reader = fakeCase('reader', async (t) => void (await countOf(t)), { uses: ['getthing'] });

function check(cases: readonly Case[], more: Partial<SelfcheckOptions> & { run?: RunOptions } = {}): ReturnType<typeof selfcheck> {
  return selfcheck({ run: runOptions(countingTarget()), cases, selection: {}, exceptions: [], ...more });
}

const of = (operators: readonly string[], methods: readonly string[]): Partial<SelfcheckOptions> => ({ selection: { operators, methods } });

describe('a fault', () => {
  test('is found by a case that passes without it', async () => {
    const { faults, cases, complete } = await check([blind, counts], of(['request/swallowed', 'request/repeated'], ['setthing']));
    expect(complete).toBe(true);
    expect(cases).toMatchObject({ passed: 2, failed: [], inapplicable: 0, skipped: 0 });
    expect(faults.map(({ id, status }) => [id, status])).toEqual([
      ['request/swallowed/setthing', 'found'],
      ['request/repeated/setthing', 'found'],
    ]);
    expect(faults[1]?.finder).toEqual({
      case: 'fake/counts',
      check: 'equals',
      evidence: 'document',
      message: 'the count is 2, expected 1',
    });
  });

  test('is missed if every case with its call passes', async () => {
    const { faults } = await check([blind], of(['request/swallowed', 'request/repeated'], ['setthing']));
    expect(faults.map(({ status, passed }) => [status, passed])).toEqual([
      ['missed', ['fake/blind']],
      ['missed', ['fake/blind']],
    ]);
  });

  test('is not reached if no case makes its call', async () => {
    const { faults } = await check([reader], of(['request/swallowed'], ['setthing']));
    expect(faults.map(({ status, passed }) => [status, passed])).toEqual([['not-reached', []]]);
  });

  test('is not found by a case that fails without it too', async () => {
    const wrong = fakeCase(
      'wrong',
      async (t) => {
        await resultOf(t, 'setthing');
        t.ok(false, 'it never holds');
      },
      { uses: ['setthing'] },
    );
    const { faults, cases } = await check([wrong, blind], of(['request/swallowed'], ['setthing']));
    expect(cases.failed).toEqual([{ id: 'fake/wrong', message: 'it never holds' }]);
    expect(faults.map(({ status, passed }) => [status, passed])).toEqual([['missed', ['fake/blind']]]);
  });

  test('is not found by an observation or a baseline', async () => {
    const observer = fakeCase(
      'observer',
      async (t) => {
        const before = await countOf(t);
        await resultOf(t, 'setthing');
        if ((await countOf(t)) !== before + 1) {
          t.observe('count', 'other', 'another count');
          t.ok(false, 'another count than accepted', { evidence: 'baseline' });
        }
      },
      { uses: ['getthing', 'setthing'] },
    );
    const { faults } = await check([observer], of(['request/swallowed'], ['setthing']));
    expect(faults.map(({ status }) => status)).toEqual(['missed']);
  });

  test('of an absent method is left out and counted', async () => {
    const run = { ...runOptions(countingTarget()), absent: new Map([['setthing', 'not in this release']]) };
    const { faults, ofAbsentMethods } = await check([reader], { run });
    expect(faults.filter(({ method }) => method === 'setthing')).toEqual([]);
    expect(ofAbsentMethods).toBe(faultsOf(fakeSpecification, new Map()).filter(({ id }) => id.includes('/setthing')).length);
  });

  test('is not planted while prerequisites are made', async () => {
    const funded = fakeCase(
      'funded',
      async (t) => {
        await t.world.attempt('a count', async () => void (await resultOf(t.world, 'setthing')));
        await countOf(t);
      },
      { uses: ['getthing', 'setthing'] },
    );
    const { faults } = await check([funded], of(['request/repeated'], ['setthing']));
    expect(faults.map(({ status }) => status)).toEqual(['not-reached']);
  });
});

test('a case that ends with an internal error shows nothing, and is reported', async () => {
  const careless = fakeCase(
    'careless',
    async (t) => {
      const before = await countOf(t);
      await resultOf(t, 'setthing');
      if ((await countOf(t)) === before + 2) throw new TypeError('cannot happen');
    },
    { uses: ['getthing', 'setthing'] },
  );
  const { faults, internalErrors } = await check([careless, blind], of(['request/repeated'], ['setthing']));
  expect(faults.map(({ status, passed }) => [status, passed])).toEqual([['missed', ['fake/blind']]]);
  expect(internalErrors).toEqual([
    { fault: 'request/repeated/setthing', case: 'fake/careless', reason: expect.stringContaining('cannot happen') },
  ]);
});

test('a case that ends with an internal error because it was run on its node before is run on a new one', async () => {
  const used = new Set<unknown>();
  const makesFile = fakeCase(
    'makes file',
    async (t) => {
      if (used.has(t.node)) throw new Error('EEXIST: file already exists');
      used.add(t.node);
      t.equal(await countOf(t), 0, 'the count');
    },
    { uses: ['getthing'] },
  );
  const { faults, internalErrors } = await check([makesFile], of(['answer/nulled', 'answer/stale', 'answer/retyped'], ['getthing']));
  expect(faults.length).toBeGreaterThan(0);
  expect(faults.filter(({ status, outOfScope }) => outOfScope === undefined && status === 'missed')).toEqual([]);
  expect(internalErrors).toEqual([]);
});

test('a node is replaced after a fault on a request, and all nodes are stopped at the end', async () => {
  const target = countingTarget();
  await check([counts], { run: runOptions(target), ...of(['request/swallowed', 'request/repeated'], ['setthing']) });
  expect(target.starts).toBeGreaterThanOrEqual(3);
  expect(target.nodes.every(({ stopped }) => stopped > 0)).toBe(true);
});

test('cases with another profile or a node each are run too', async () => {
  const profiles: string[] = [];
  const cases = [
    fakeCase('default', (t) => void profiles.push(t.node.name)),
    fakeCase('peers', (t) => void profiles.push(t.node.name), { profile: 'peers' }),
    fakeCase('own', (t) => void profiles.push(t.node.name), { ownNode: true }),
    fakeCase('own too', (t) => void profiles.push(t.node.name), { ownNode: true }),
  ];
  const { cases: counted } = await check(cases, { selection: { sample: 0 } });
  expect(counted.passed).toBe(4);
  expect(new Set(profiles).size).toBe(4);
  expect(profiles.map((name) => name.split('-', 1)[0])).toEqual(['default', 'peers', 'default', 'default']);
});

test('progress counts the cases, then the faults', async () => {
  const seen: SelfcheckProgress[] = [];
  await check([counts, blind], { ...of(['request/repeated'], ['setthing']), onProgress: (progress) => seen.push(progress) });
  expect(seen).toEqual([
    { phase: 'cases', part: 'of the default profile', done: 1, total: 2, count: 0 },
    { phase: 'cases', part: 'of the default profile', done: 2, total: 2, count: 0 },
    { phase: 'faults', part: 'of the default profile', done: 1, total: 1, count: 1 },
  ]);
});

describe('a selfcheck that ends early', () => {
  test('keeps what was found, and reports the rest as untried', async () => {
    const abort = new AbortController();
    const run = { ...runOptions(countingTarget()), signal: abort.signal };
    const selected = of(['request/swallowed', 'request/repeated'], ['setthing']);
    const { faults, complete } = await check([counts], {
      run,
      ...selected,
      onProgress: ({ phase }) => phase === 'faults' && abort.abort(),
    });
    expect(complete).toBe(false);
    expect(faults.map(({ status }) => status)).toEqual(['found', 'untried']);
  });

  test('begins nothing after its time', async () => {
    const { faults, cases, complete } = await check([counts], { deadlineMs: performance.now() - 1 });
    expect(complete).toBe(false);
    expect(cases.skipped).toBe(1);
    expect(new Set(faults.map(({ status }) => status))).toEqual(new Set(['untried']));
  });
});
