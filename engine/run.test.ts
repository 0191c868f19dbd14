import { TargetError } from '../fixtures/targets/types.ts';
import { expect, test } from 'vitest';
import { fakeCase, FakeTarget, result, runOptions, timedOut, resultOf } from './testing/fakes.ts';
import { fails, failsInState, inShort, outcomesOf, passes } from './testing/outcomes.ts';
import { run } from './run.ts';
import type { Case } from './case.ts';
import type { CheckName } from './checks.ts';
import { NotMade } from '../fixtures/world/world-errors.ts';
import type { Trial } from './trial.ts';

/** Fails by circumstance in its first runs, and passes then. */
const failsFirst = (id: string, times = 1, evidence: 'document' | 'health' = 'document', check: CheckName = 'holds'): Case => {
  let tries = 0;
  return fakeCase(id, (t) => void t.ok(++tries > times, 'it does not hold', { evidence, check, circumstance: 'state' }));
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

test('what fails by record stands: it is yielded at once, and run once', async () => {
  const target = new FakeTarget();
  const options = runOptions(target);
  let tries = 0;
  const recorded = fakeCase('recorded', (t) => void t.ok(++tries > 1, 'it does not hold'));
  const outcomes = await outcomesOf([recorded, passes], target, options);
  expect(inShort(outcomes)).toEqual(['recorded failed', 'passes passed']);
  expect(options.events.filter(({ type }) => type === 'suspect')).toEqual([]);
  expect(outcomes[0]).toMatchObject({ replay: 'try fake/recorded', findings: [{ evidence: 'document', source: 'document 2, Somewhere' }] });
  expect(target.nodes).toHaveLength(1);
});

test('what fails by circumstance is run again in place first, and stands if it fails there', async () => {
  const target = new FakeTarget();
  const options = runOptions(target);
  const outcomes = await outcomesOf([failsInState, passes], target, options);
  expect(inShort(outcomes)).toEqual(['in-state failed in place', 'passes passed']);
  expect(outcomes[0]?.retries).toEqual([{ place: 'in place', status: 'failed', reason: 'it does not hold' }]);
  expect(options.events.filter(({ type }) => type === 'suspect')).toMatchObject([
    { id: 'fake/in-state', findings: [{ message: 'it does not hold', circumstance: 'state' }] },
  ]);
  expect(target.nodes).toHaveLength(1);
});

test('then after the cases that ran before it on its node, on a new one: what depends on them stands', async () => {
  const target = new FakeTarget();
  const worlds = new Map<unknown, string[]>();
  const note = (t: Trial, id: string): string[] => {
    const ran = worlds.get(t.node) ?? [];
    worlds.set(t.node, [...ran, id]);
    return ran;
  };
  const first = fakeCase('first', (t) => void note(t, 'first'));
  const second = fakeCase('second', (t) => void note(t, 'second'));
  // Fails right after the second case, and not in place, where it has run in between.
  const dependent = fakeCase('dependent', (t) => {
    t.ok(note(t, 'dependent').at(-1) !== 'second', 'it does not hold after second', { circumstance: 'state' });
  });
  const outcomes = await outcomesOf([first, second, dependent, passes], target);
  expect(inShort(outcomes)).toEqual(['first passed', 'second passed', 'passes passed', 'dependent failed in place, same history']);
  expect([...worlds.values()]).toEqual([
    ['first', 'second', 'dependent', 'dependent'],
    ['first', 'second', 'dependent'],
  ]);
});

test('one replay of a history looks again at all that failed on its node', async () => {
  const target = new FakeTarget();
  const outcomes = await outcomesOf([passes, failsFirst('a'), failsFirst('b'), failsFirst('c', 2)], target);
  expect(inShort(outcomes)).toEqual([
    'passes passed',
    'c failed in place',
    'a unstable in place, same history, fresh world',
    'b unstable in place, same history, fresh world',
  ]);
  expect(target.nodes).toHaveLength(3); // the run, its history, a fresh world
});

test('what does not repeat is unstable, and keeps its findings; of the health of the node, too', async () => {
  const [shaky, ill] = await outcomesOf([failsFirst('shaky'), failsFirst('ill', 1, 'health', 'reset')], new FakeTarget());
  expect(shaky).toMatchObject({
    status: 'unstable',
    findings: [{ evidence: 'document', message: 'it does not hold', circumstance: 'state' }],
  });
  expect(ill).toMatchObject({ status: 'unstable', findings: [{ evidence: 'health' }] });
});

test('a time limit that was passed once, and not again by a node that lives, is an observation', async () => {
  const [late] = await outcomesOf([failsFirst('late', 1, 'health', 'timeout')], new FakeTarget());
  expect(late).toMatchObject({ status: 'observed', findings: [{ evidence: 'observation', check: 'timeout' }] });
  expect(late?.findings[0]?.message).toContain('in time when tried again');
});

test.each([
  ['skipped', (_: Trial) => Promise.reject(new NotMade('an ingredient was not made')), 'an ingredient was not made'],
  ['inapplicable', (t: Trial) => t.inapplicable('not here'), 'not here'],
  ['observed', (t: Trial) => t.observe('open', 'so', 'it is so'), undefined],
] as const)('a further run that is %s acquits nobody: the failure stands', async (status, again, reason) => {
  let tries = 0;
  const [outcome] = await outcomesOf(
    [
      fakeCase('fails', async (t) => {
        if (++tries > 1) return void (await again(t));
        t.ok(false, 'it does not hold', { circumstance: 'state' });
      }),
    ],
    new FakeTarget(),
  );
  expect(outcome).toMatchObject({ status: 'failed', findings: [{ message: 'it does not hold' }] });
  expect(outcome?.retries).toEqual(
    ['in place', 'fresh world'].map((place) => ({ place, status, ...(reason !== undefined && { reason }) })),
  );
});

test('suspects share a node until one has changed it', async () => {
  const target = new FakeTarget();
  const unsteady = (id: string, method: string): Case => {
    let tries = 0;
    return fakeCase(id, async (t) => {
      await resultOf(t, method);
      t.ok(++tries > 1, 'no', { circumstance: 'state' });
    });
  };
  const reading = (id: string): Case => unsteady(id, 'getthing');
  await outcomesOf([reading('one'), reading('two'), unsteady('writes', 'setthing'), reading('three')], target);
  expect(target.nodes).toHaveLength(4); // the first runs; their history; one, two and writes; three
});

test('an internal error in a further run is reported as such, and the failure stands', async () => {
  let tries = 0;
  const [outcome] = await outcomesOf(
    [
      fakeCase('breaks', (t) => {
        if (++tries > 1) throw new Error('a bug of ours');
        t.ok(false, 'no', { circumstance: 'state' });
      }),
    ],
    new FakeTarget(),
  );
  expect(outcome).toMatchObject({ status: 'failed', internal: true, findings: [{ message: 'no' }] });
  expect(outcome?.reason).toContain('a bug of ours');
});

test('bail stops after a failure that stands only', async () => {
  const target = new FakeTarget();
  const outcomes = await outcomesOf(
    [failsFirst('shaky'), passes, failsInState, fakeCase('never')],
    target,
    runOptions(target, { bail: true }),
  );
  expect(inShort(outcomes)).toEqual(['shaky unstable in place, fresh world', 'passes passed', 'in-state failed in place', 'never skipped']);
  expect(outcomes[3]?.reason).toBe('stopped after the first failure (fake/in-state)');
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
        setImmediate(() => stop.abort());
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
  expect(performance.now() - startedAt).toBeLessThan(20_000);
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
  expect(inShort(outcomes)).toEqual(['passes passed', 'asks observed in place, fresh world']);
});

test('each job has a node if the target can start nodes', async () => {
  const cases = Array.from({ length: 6 }, (_, index) => fakeCase(`case-${index}`, () => new Promise((resolve) => setTimeout(resolve, 5))));
  const many = new FakeTarget();
  expect(await outcomesOf(cases, many, runOptions(many, { jobs: 3 }))).toHaveLength(6);
  expect(many.nodes).toHaveLength(3);
  const more = new FakeTarget();
  expect(await outcomesOf(cases, more, runOptions(more, { jobs: 6 }))).toHaveLength(6);
  expect(more.nodes).toHaveLength(6);
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
  expect(used).toEqual(['default-1', 'default-2', 'default-3', 'default-4']); // a job holds no node while it waits for another
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

test('a profile that has come up before is tried again when a node of it does not start', async () => {
  const target = new FakeTarget();
  const start = target.start.bind(target);
  target.start = async (profile) => {
    if (target.starts === 1) {
      target.starts++;
      throw new TargetError('it ended with signal SIGKILL', { details: [] });
    }
    return start(profile);
  };
  const kills = fakeCase('kills', () => target.nodes.at(-1)?.kill());
  const outcomes = await outcomesOf([kills, passes], target);
  expect(outcomes.find(({ id }) => id === 'fake/passes')?.status).toBe('passed');
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
