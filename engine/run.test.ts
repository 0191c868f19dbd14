import { expect, test } from 'vitest';
import { fakeCase, FakeTarget, result, runOptions, timedOut, resultOf } from './testing/fakes.ts';
import { fails, inShort, outcomesOf, passes } from './testing/outcomes.ts';
import { run } from './run.ts';
import type { Case } from './case.ts';

/** Fails in its first run. */
const failsOnce = (id: string, evidence: 'document' | 'health' = 'document'): Case => {
  let tries = 0;
  return fakeCase(id, (t) => void t.ok(++tries > 1, 'it does not hold', { evidence }));
};
const waitForever = (): Promise<void> => new Promise(() => undefined);

test('yields an outcome for every case, in order, on one node that is stopped at the end', async () => {
  const target = new FakeTarget();
  expect(inShort(await outcomesOf([passes, fakeCase('second'), fakeCase('third')], target))).toEqual([
    'passes passed',
    'second passed',
    'third passed',
  ]);
  expect(target.nodes.map((node) => node.stopped)).toEqual([1]);
});

test('a failed case is run again on a fresh world, and yielded once', async () => {
  const target = new FakeTarget();
  const worlds = new Set<unknown>();
  const options = runOptions(target);
  const outcomes = await outcomesOf(
    [
      fakeCase('fails', (t) => {
        worlds.add(t.world);
        t.ok(false, 'it does not hold');
      }),
      passes,
    ],
    target,
    options,
  );
  expect(inShort(outcomes)).toEqual(['passes passed', 'fails failed']);
  expect(worlds.size).toBe(2);
  expect(target.nodes).toHaveLength(2);
  expect(options.events.filter(({ type }) => type === 'suspect')).toMatchObject([
    { id: 'fake/fails', findings: [{ message: 'it does not hold' }] },
  ]);
  expect(outcomes[1]).toMatchObject({ replay: 'try fake/fails', findings: [{ evidence: 'document', source: 'document 2, Somewhere' }] });
});

test('a failure that is not reproduced is flaky: observed, or still failed if it concerns the node’s health', async () => {
  const [shaky, ill] = await outcomesOf([failsOnce('shaky'), failsOnce('ill', 'health')], new FakeTarget());
  expect(shaky).toMatchObject({ status: 'observed', flaky: true, findings: [{ evidence: 'observation' }] });
  expect(shaky?.findings[0]?.message).toContain('it does not hold');
  expect(ill).toMatchObject({ status: 'failed', flaky: true, findings: [{ evidence: 'health' }] });
});

test('suspects share a node until one has changed it', async () => {
  const target = new FakeTarget();
  const reading = (id: string): Case =>
    fakeCase(id, async (t) => {
      await resultOf(t, 'getthing');
      t.ok(false, 'no');
    });
  const writing = fakeCase('writes', async (t) => {
    await resultOf(t, 'setthing');
    t.ok(false, 'no');
  });
  await outcomesOf([reading('one'), reading('two'), writing, reading('three')], target);
  expect(target.nodes).toHaveLength(3); // the first runs; one, two and writes; three
});

test('an internal error in the second run is reported as such', async () => {
  let tries = 0;
  const [outcome] = await outcomesOf(
    [
      fakeCase('breaks', (t) => {
        if (++tries > 1) throw new Error('a bug of ours');
        t.ok(false, 'no');
      }),
    ],
    new FakeTarget(),
  );
  expect(outcome).toMatchObject({ status: 'skipped', internal: true });
});

test('bail stops after a confirmed failure only', async () => {
  const target = new FakeTarget();
  const outcomes = await outcomesOf([failsOnce('shaky'), passes, fails, fakeCase('never')], target, runOptions(target, { bail: true }));
  expect(inShort(outcomes)).toEqual(['shaky observed flaky', 'passes passed', 'fails failed', 'never skipped']);
  expect(outcomes[3]?.reason).toBe('stopped after the first failure (fake/fails)');
  expect(target.nodes.every((node) => node.stopped > 0)).toBe(true);
});

test('a signal ends the run at once, with the running case', async () => {
  const target = new FakeTarget();
  const stop = new AbortController();
  const startedAt = performance.now();
  const outcomes = await outcomesOf(
    [
      passes,
      fakeCase('hangs', (t) => {
        setTimeout(() => stop.abort(), 20);
        t.ok(true, '');
        return waitForever();
      }),
      fakeCase('never'),
    ],
    target,
    runOptions(target, { signal: stop.signal }),
  );
  expect(inShort(outcomes)).toEqual(['passes passed', 'hangs skipped', 'never skipped']);
  expect(outcomes.slice(1).map(({ reason, internal }) => [reason, internal])).toEqual([
    ['the run was interrupted', undefined],
    ['the run was interrupted', undefined],
  ]);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

test('failures that a signal left unconfirmed are yielded unchanged', async () => {
  const target = new FakeTarget();
  const stop = new AbortController();
  const outcomes = await outcomesOf([fails, fakeCase('last', () => stop.abort())], target, runOptions(target, { signal: stop.signal }));
  expect(inShort(outcomes)).toContain('fails failed');
  expect(target.nodes).toHaveLength(1);
});

test('ending the iteration stops the run', async () => {
  const target = new FakeTarget();
  let tried = 0;
  const cases = Array.from({ length: 50 }, (_, index) =>
    fakeCase(`case-${index}`, async () => {
      tried++;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }),
  );
  for await (const outcome of run({ cases, whole: true }, runOptions(target))) {
    expect(outcome.status).toBe('passed');
    break;
  }
  expect(tried).toBeLessThan(5);
  expect(target.nodes.map((node) => node.stopped)).toEqual([1]);
});

test('dangerous cases come last; on a node that Pyx did not start they are run only with stress', async () => {
  const deep = fakeCase('deep', undefined, { danger: 'depth' });
  const ours = new FakeTarget();
  expect(inShort(await outcomesOf([deep, passes, fakeCase('pruned', undefined, { profile: 'prune' })], ours))).toEqual([
    'passes passed',
    'pruned passed',
    'deep passed',
  ]);
  const theirs = new FakeTarget(undefined, false);
  const refusedThere = await outcomesOf([deep, passes], theirs);
  expect(inShort(refusedThere)).toEqual(['passes passed', 'deep inapplicable']);
  expect(refusedThere[1]?.reason).toBe(
    'the nesting of its requests can crash or block a node, and Pyx did not start this one; use --stress to run the case anyway',
  );
  expect(inShort(await outcomesOf([deep, passes], theirs, runOptions(theirs, { stress: true })))).toEqual(['passes passed', 'deep passed']);
});

test('one unanswered call does not end the run', async () => {
  let asked = 0;
  const target = new FakeTarget((method) => (method === 'getthing' && ++asked === 1 ? timedOut : result({})));
  const outcomes = await outcomesOf([fakeCase('asks', async (t) => void (await resultOf(t, 'getthing'))), passes], target);
  expect(inShort(outcomes)).toEqual(['passes passed', 'asks observed flaky']);
});

test('each job has a node if the target can start nodes', async () => {
  const cases = Array.from({ length: 6 }, (_, index) => fakeCase(`case-${index}`, () => new Promise((resolve) => setTimeout(resolve, 5))));
  const many = new FakeTarget();
  expect(await outcomesOf(cases, many, runOptions(many, { jobs: 3 }))).toHaveLength(6);
  expect(many.nodes).toHaveLength(3);
  const single = new FakeTarget(undefined, false);
  expect(await outcomesOf(cases, single, runOptions(single, { jobs: 3 }))).toHaveLength(6);
  expect(single.nodes).toHaveLength(1);
  expect(single.nodes[0]?.stopped).toBe(0); // not started by Pyx
});

test('a world is replaced before its chain is too high', async () => {
  const heights = [10, 381, 5];
  const target = new FakeTarget((method) => result(method === 'getblockcount' ? (heights.shift() ?? 5) : {}));
  const cases = Array.from({ length: 61 }, (_, index) => fakeCase(`case-${index}`));
  expect(new Set((await outcomesOf(cases, target)).map(({ status }) => status))).toEqual(new Set(['passed']));
  expect(target.nodes).toHaveLength(2);
});

test('no other case is run on the separate node of a case', async () => {
  const target = new FakeTarget();
  const used: string[] = [];
  const uses = (id: string, ownNode: boolean): Case => fakeCase(id, (t) => void used.push(t.node.name), { ownNode });
  await outcomesOf([uses('a', false), uses('b', true), uses('c', true), uses('d', false)], target);
  expect(used).toEqual(['default-1', 'default-2', 'default-3', 'default-1']);
  expect(target.nodes.every((node) => node.stopped > 0)).toBe(true);
});

test('cases of one profile share a node, also if other cases come between them', async () => {
  const target = new FakeTarget();
  const of = (id: string, profile: Case['profile']): Case => fakeCase(id, undefined, { profile });
  const outcomes = await outcomesOf([of('a', 'peers'), of('b', 'prune'), of('c', 'peers'), of('d', 'prune')], target);
  expect(inShort(outcomes)).toEqual(['a passed', 'c passed', 'b passed', 'd passed']);
  expect(target.nodes.map((node) => node.profile)).toEqual(['peers', 'prune']);
});

test('cases that need what the target cannot do, or what its file lists as absent, are inapplicable with the reason', async () => {
  const target = new FakeTarget(undefined, false);
  const options = runOptions(target, { absent: new Map([['getthing', 'this release has none']]) });
  const outcomes = await outcomesOf(
    [
      fakeCase('profile', undefined, { profile: 'prune' }),
      fakeCase('own', undefined, { ownNode: true }),
      fakeCase('absent', undefined, { uses: ['getthing'] }),
    ],
    target,
    options,
  );
  expect(outcomes.map(({ status, reason }) => [status, reason])).toEqual([
    ['inapplicable', 'it needs a node started with the profile "prune", and this target cannot start nodes'],
    ['inapplicable', 'it stops or changes the whole node, and this target cannot start a separate node for it'],
    ['inapplicable', 'the target has no getthing: this release has none'],
  ]);
  expect(target.starts).toBe(0);
});

test('a start option that the target does not have makes its profile inapplicable', async () => {
  const target = new FakeTarget();
  const options = runOptions(target, {
    absentOptions: new Map([
      ['-deprecatedrpc=accounts', 'it is gone'],
      ['-zmqpubhashtx', 'built without'],
    ]),
  });
  const outcomes = await outcomesOf(
    [fakeCase('a', undefined, { profile: 'accounts' }), fakeCase('z', undefined, { profile: 'zmq' }), passes],
    target,
    options,
  );
  expect(outcomes.map(({ status, reason }) => [status, reason?.split(':').at(-1)])).toEqual([
    ['inapplicable', ' it is gone'],
    ['inapplicable', ' built without'],
    ['passed', undefined],
  ]);
});

test('if a node does not start with the options of a profile, its cases are inapplicable with the node’s last lines', async () => {
  const target = new FakeTarget();
  target.refuses.add('prune');
  const pruned = (id: string): Case => fakeCase(id, undefined, { profile: 'prune' });
  const options = runOptions(target);
  const outcomes = await outcomesOf([pruned('a'), pruned('b'), passes], target, options);
  expect(inShort(outcomes)).toEqual(['a inapplicable', 'b inapplicable', 'passes passed']);
  expect(outcomes[0]?.reason).toBe(
    'the node does not start with the options of the profile "prune": it did not come up; its last lines: Prune configured below the minimum',
  );
  expect(options.events.filter(({ type }) => type === 'stopped')).toEqual([]);
  expect(target.nodes.every((node) => node.stopped > 0)).toBe(true);
});

test('if no node starts with any options, the cases of a profile are skipped', async () => {
  const target = new FakeTarget();
  const first = await target.start('default');
  target.refuses.add('prune').add('default');
  const outcomes = await outcomesOf(
    [passes, fakeCase('a', undefined, { profile: 'prune' })],
    target,
    runOptions(target, { firstNode: first }),
  );
  expect(inShort(outcomes)).toEqual(['passes passed', 'a skipped']);
});

test('if no node of a profile comes up, its cases are skipped with the node’s last lines, and the others run', async () => {
  const target = new FakeTarget();
  target.broken.add('prune');
  const pruned = (id: string): Case => fakeCase(id, undefined, { profile: 'prune' });
  const outcomes = await outcomesOf([pruned('a'), pruned('b'), passes], target);
  expect(inShort(outcomes)).toEqual(['a skipped', 'b skipped', 'passes passed']);
  expect(outcomes[0]?.reason).toBe('no node of the profile "prune" could be started: it did not come up; its last lines: no space left');
  expect(target.starts).toBe(2);
});

test('an error of the run is thrown after all outcomes', async () => {
  const target = new FakeTarget();
  const start = target.start.bind(target);
  target.start = async (profile) => {
    if (profile === 'zmq') throw new RangeError('a bug of ours');
    return start(profile);
  };
  const outcomes: string[] = [];
  const reading = async (): Promise<void> => {
    for await (const outcome of run(
      { cases: [passes, fails, fakeCase('z', undefined, { profile: 'zmq' }), fakeCase('never')], whole: true },
      runOptions(target),
    ))
      outcomes.push(outcome.id);
  };
  await expect(reading()).rejects.toThrow('a bug of ours');
  expect(outcomes).toEqual(expect.arrayContaining(['fake/passes', 'fake/fails', 'fake/never']));
});

test('the password of every started node is a secret of the run', async () => {
  const target = new FakeTarget();
  const options = runOptions(target, { jobs: 2 });
  await outcomesOf([fakeCase('a', () => new Promise((resolve) => setTimeout(resolve, 5))), passes], target, options);
  expect(target.nodes).toHaveLength(2);
  for (const { credentials } of target.nodes) expect(options.secrets.mask(`it says ${credentials?.password}`)).toBe('it says ***');
});
