import { expect, test } from 'vitest';
import type { Reply } from '../client/types.ts';
import { fakeCase, fakeDefinitions, FakeTarget, result, runOptions, timedOut, type Answers, type FakeRun, resultOf } from './testing/fakes.ts';
import { run } from './run.ts';
import type { Case, Outcome } from './types.ts';

async function outcomesOf(cases: readonly Case[], target: FakeTarget, options: FakeRun = runOptions(target)): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for await (const outcome of run({ cases, whole: true }, options)) outcomes.push(outcome);
  return outcomes;
}

const inShort = (outcomes: readonly Outcome[]): string[] => outcomes.map(({ id, status, flaky }) => `${id.replace('fake/', '')} ${status}${flaky === true ? ' flaky' : ''}`);
const fails = fakeCase('fails', (t) => void t.ok(false, 'it does not hold'));
const passes = fakeCase('passes');
/** Fails when it is tried for the first time. */
const failsOnce = (id: string, evidence: 'document' | 'health' = 'document'): Case => {
  let tries = 0;
  return fakeCase(id, (t) => void t.ok(++tries > 1, 'it does not hold', { evidence }));
};
const waitForever = (): Promise<void> => new Promise(() => undefined);

test('gives an outcome of every case, in order, on one node that is stopped in the end', async () => {
  const target = new FakeTarget();
  expect(inShort(await outcomesOf([passes, fakeCase('second'), fakeCase('third')], target))).toEqual(['passes passed', 'second passed', 'third passed']);
  expect(target.nodes.map((node) => node.stopped)).toEqual([1]);
});

test('a failure is tried once more on a fresh world, and told once', async () => {
  const target = new FakeTarget();
  const worlds = new Set<unknown>();
  const options = runOptions(target);
  const outcomes = await outcomesOf([fakeCase('fails', (t) => {
    worlds.add(t.world);
    t.ok(false, 'it does not hold');
  }), passes], target, options);
  expect(inShort(outcomes)).toEqual(['passes passed', 'fails failed']);
  expect(worlds.size).toBe(2);
  expect(target.nodes).toHaveLength(2);
  expect(options.events.filter(({ type }) => type === 'suspect')).toMatchObject([{ id: 'fake/fails', findings: [{ message: 'it does not hold' }] }]);
  expect(outcomes[1]).toMatchObject({ replay: 'try fake/fails', findings: [{ evidence: 'document', source: 'document 2, Somewhere' }] });
});

test('what does not repeat is flaky: observed, or still failed where the node’s health is concerned', async () => {
  const [shaky, ill] = await outcomesOf([failsOnce('shaky'), failsOnce('ill', 'health')], new FakeTarget());
  expect(shaky).toMatchObject({ status: 'observed', flaky: true, findings: [{ evidence: 'observation' }] });
  expect(shaky?.findings[0]?.message).toContain('it does not hold');
  expect(ill).toMatchObject({ status: 'failed', flaky: true, findings: [{ evidence: 'health' }] });
});

test('suspects share a node until one has changed something there', async () => {
  const target = new FakeTarget();
  const reading = (id: string): Case => fakeCase(id, async (t) => {
    await resultOf(t, 'getthing');
    t.ok(false, 'no');
  });
  const writing = fakeCase('writes', async (t) => {
    await resultOf(t, 'setthing');
    t.ok(false, 'no');
  });
  await outcomesOf([reading('one'), reading('two'), writing, reading('three')], target);
  expect(target.nodes).toHaveLength(3); // the first tries; one, two and writes; three
});

test('an internal error on the second try is told as such', async () => {
  let tries = 0;
  const [outcome] = await outcomesOf([fakeCase('breaks', (t) => {
    if (++tries > 1) throw new Error('a bug of ours');
    t.ok(false, 'no');
  })], new FakeTarget());
  expect(outcome).toMatchObject({ status: 'skipped', internal: true });
});

test('bail stops after a failure that repeats, and not after one that does not', async () => {
  const target = new FakeTarget();
  const outcomes = await outcomesOf([failsOnce('shaky'), passes, fails, fakeCase('never')], target, runOptions(target, { bail: true }));
  expect(inShort(outcomes)).toEqual(['shaky observed flaky', 'passes passed', 'fails failed', 'never skipped']);
  expect(outcomes[3]?.reason).toBe('the run was to end with the first failure (fake/fails)');
  expect(target.nodes.every((node) => node.stopped > 0)).toBe(true);
});

test('a signal ends the run at once, with the case that was being tried', async () => {
  const target = new FakeTarget();
  const stop = new AbortController();
  const startedAt = performance.now();
  const outcomes = await outcomesOf([passes, fakeCase('hangs', (t) => {
    setTimeout(() => stop.abort(), 20);
    t.ok(true, '');
    return waitForever();
  }), fakeCase('never')], target, runOptions(target, { signal: stop.signal }));
  expect(inShort(outcomes)).toEqual(['passes passed', 'hangs skipped', 'never skipped']);
  expect(outcomes.slice(1).map(({ reason, internal }) => [reason, internal])).toEqual([['the run was interrupted', undefined], ['the run was interrupted', undefined]]);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

test('failures that a signal left unconfirmed are told as they are', async () => {
  const target = new FakeTarget();
  const stop = new AbortController();
  const outcomes = await outcomesOf([fails, fakeCase('last', () => stop.abort())], target, runOptions(target, { signal: stop.signal }));
  expect(inShort(outcomes)).toContain('fails failed');
  expect(target.nodes).toHaveLength(1);
});

test('whoever stops reading stops the run', async () => {
  const target = new FakeTarget();
  let tried = 0;
  const cases = Array.from({ length: 50 }, (_, index) => fakeCase(`case-${index}`, async () => {
    tried++;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }));
  for await (const outcome of run({ cases, whole: true }, runOptions(target))) {
    expect(outcome.status).toBe('passed');
    break;
  }
  expect(tried).toBeLessThan(5);
  expect(target.nodes.map((node) => node.stopped)).toEqual([1]);
});

const breaks = (kind: 'reset' | 'refused' | 'timeout'): Reply => ({ type: 'fault', durationMs: 0, fault: { kind, evidence: 'health', source: 'the connection', message: 'no answer came' } });
/** Dies of these methods. */
const mortal = (...methods: string[]): Answers => (method, _, node) => {
  if (!methods.includes(method)) return result(1);
  node.kill();
  return breaks('reset');
};
const calls = (id: string, method: string, rest: Partial<Case> = {}): Case => fakeCase(id, async (t) => void (await t.call(method)), rest);

test('a node that dies is one finding with the call in flight, confirmed on a fresh node, and all other cases are tried', async () => {
  const target = new FakeTarget(mortal('setthing'));
  const outcomes = await outcomesOf([passes, calls('kills', 'setthing'), calls('on', 'getthing')], target);
  expect(inShort(outcomes)).toEqual(['passes passed', 'on passed', 'kills failed']);
  expect(outcomes[2]).toMatchObject({
    findings: [{ check: 'died', evidence: 'health', message: 'the node ended (signal SIGKILL) while setthing was in flight; its last lines: out of memory' }],
    request: { method: 'setthing' },
  });
  expect(outcomes[2]?.findings).toHaveLength(1);
  expect(target.nodes.map((node) => node.called.filter(({ method }) => method === 'setthing').length)).toEqual([1, 0, 1]);
  expect(target.nodes.every((node) => node.stopped === 1)).toBe(true);
});

test('what a case finds since the last answer of a node that dies is a consequence; what it found before stays', async () => {
  const target = new FakeTarget(mortal('setthing'));
  const [outcome] = await outcomesOf([fakeCase('kills', async (t) => {
    await t.call('getthing');
    t.ok(false, 'it does not hold');
    await t.call('getthing');
    const gone = await t.call('setthing').catch(() => undefined);
    t.ok(gone !== undefined, 'no answer, which differs');
    t.observe('answer', 'none', 'nothing came');
  })], target);
  expect(outcome?.findings.map(({ check, message }) => [check, message.split(' ', 3).join(' ')])).toEqual([['died', 'the node ended'], ['holds', 'it does not']]);
});

test('a death that does not repeat stays a finding, beside what the case finds on a fresh node', async () => {
  let killed = false;
  const target = new FakeTarget((method, params, node) => (method === 'setthing' && !killed ? ((killed = true), mortal('setthing')(method, params, node)) : result(1)));
  const [outcome] = await outcomesOf([fakeCase('kills', async (t) => {
    await t.call('setthing');
    t.ok(false, 'it does not hold');
  })], target);
  expect(outcome).toMatchObject({ status: 'failed', flaky: true, findings: [{ check: 'died' }, { check: 'holds' }], request: { method: 'setthing' } });
  expect(outcome?.findings[0]?.message).toMatch(/; not again on a fresh node$/);
});

test('a request that is no call of a method is what is reported of a node that died of it', async () => {
  const target = new FakeTarget(mortal('getthing'));
  const [outcome] = await outcomesOf([fakeCase('kills', async (t) => {
    t.noteRequest('a request of 100,000 open brackets');
    await t.call('getthing');
  })], target);
  expect(outcome?.findings).toMatchObject([{ message: 'the node ended (signal SIGKILL) while a request of 100,000 open brackets was in flight; its last lines: out of memory' }]);
  expect(outcome?.request).toBeUndefined();
});

test('cases of a sort that has killed two nodes are left to the end, and tried', async () => {
  const target = new FakeTarget(mortal('setthing'));
  const kills = (id: string): Case => calls(id, 'setthing', { kind: 'odd' });
  const tame = fakeCase('tame', undefined, { kind: 'odd' });
  const options = runOptions(target);
  const outcomes = await outcomesOf([kills('a'), kills('b'), tame, kills('c'), passes, fakeCase('deep', undefined, { danger: 'depth' })], target, options);
  expect(inShort(outcomes)).toEqual(['passes passed', 'deep passed', 'tame passed', 'a failed', 'b failed', 'c failed']);
  expect(options.events.filter(({ type }) => type === 'note')).toMatchObject([
    { text: 'two nodes were lost in cases of the suite fake and the kind odd: the other 2 of these are tried last' },
  ]);
  expect(options.events.filter(({ type }) => type === 'confirming')).toEqual([{ type: 'confirming', cases: 3 }]);
});

test('a method of which two worlds have died is not called for a world any more: cases that need it are skipped, with that reason', async () => {
  const target = new FakeTarget(mortal('setthing'));
  const definitions = fakeDefinitions({ wallet: { build: async (world) => ({ name: String(await resultOf(world, 'setthing', {}, { wallet: null })) }) } });
  const needy = (id: string): Case => fakeCase(id, async (t) => void (await t.world.use('wallet')));
  const outcomes = await outcomesOf([needy('a'), needy('b'), needy('c'), passes, needy('d')], target, runOptions(target, { definitions }));
  expect(inShort(outcomes)).toEqual(['c skipped', 'passes passed', 'd skipped', 'a failed', 'b failed']);
  expect(outcomes[0]?.reason).toBe('what the case needs is not made: 2 nodes were lost in setthing, which is not called for this any more');
  expect(outcomes[3]?.findings.map(({ check }) => check)).toEqual(['died']);
});

test('a node that dies a moment after a case: the next one names it, and is tried on another node', async () => {
  let doomed = false;
  const target = new FakeTarget((method, _, node) => {
    if (doomed && method === 'getthing') {
      doomed = false;
      node.kill();
      return breaks('reset');
    }
    doomed ||= method === 'setthing';
    return result(1);
  });
  const outcomes = await outcomesOf([calls('slow', 'setthing'), calls('next', 'getthing')], target);
  expect(inShort(outcomes)).toEqual(['slow passed', 'next failed flaky']);
  expect(outcomes[1]?.findings.map(({ message }) => message)).toEqual(['the node ended (signal SIGKILL) while getthing was in flight as the first after fake/slow; its last lines: out of memory; not again on a fresh node']);
});

test('a node that died between two cases is a finding of the next one, which is tried on another', async () => {
  const target = new FakeTarget();
  const dying = fakeCase('before', () => void setTimeout(() => target.nodes[0]?.kill()));
  const waits = fakeCase('waits', () => new Promise((resolve) => setTimeout(resolve, 20)));
  const outcomes = await outcomesOf([dying, waits, fakeCase('next')], target);
  expect(inShort(outcomes)).toEqual(['before passed', 'next passed', 'waits failed flaky']);
  expect(target.nodes).toHaveLength(3);
});

test('a case finds a node dead that had died before it', async () => {
  const target = new FakeTarget();
  const node = await target.start('default');
  node.kill();
  const [outcome] = await outcomesOf([passes], target, runOptions(target, { firstNode: node }));
  expect(outcome).toMatchObject({
    status: 'failed', findings: [{ check: 'died', message: 'the node ended (signal SIGKILL) by itself before this case; its last lines: out of memory; not again on a fresh node' }],
  });
});

test('a node that a case of effect process has ended is replaced', async () => {
  const target = new FakeTarget();
  const stops = fakeCase('stops', () => target.nodes[0]?.kill(), { effect: ['process'] });
  expect(inShort(await outcomesOf([stops, passes], target))).toEqual(['stops passed', 'passes passed']);
  expect(target.nodes).toHaveLength(2);
});

/** Answers nothing any more once it was asked for this. */
const falling = (method: string): Answers => {
  const silent = new Set<unknown>();
  return (called, _, node) => {
    if (called === method) silent.add(node);
    return silent.has(node) ? timedOut : result(1);
  };
};

test('a node that answers nothing any more is one finding, and replaced', async () => {
  const target = new FakeTarget(falling('setthing'));
  const outcomes = await outcomesOf([calls('asks', 'setthing'), calls('on', 'getthing')], target);
  expect(inShort(outcomes)).toEqual(['on passed', 'asks failed']);
  expect(outcomes[1]?.findings).toMatchObject([{ check: 'unresponsive', evidence: 'health', message: 'the node no longer answers after setthing: no answer came; its last lines: out of memory' }]);
  expect(target.nodes).toHaveLength(3);
});

test('where no node can be started, one that answers nothing any more ends the run', async () => {
  const target = new FakeTarget(falling('setthing'), false);
  const options = runOptions(target);
  const outcomes = await outcomesOf([calls('asks', 'setthing'), fakeCase('never')], target, options);
  expect(inShort(outcomes)).toEqual(['asks failed', 'never skipped']);
  expect(outcomes[0]?.findings).toMatchObject([{ check: 'unresponsive' }]);
  expect(outcomes[1]?.reason).toBe('the node no longer answered after fake/asks');
  expect(options.events.filter(({ type }) => type === 'stopped')).toEqual([{ type: 'stopped', reason: 'the node no longer answered after fake/asks' }]);
});

test('dangerous cases come last; on a node that Pyx did not start they are tried only when that is asked for', async () => {
  const deep = fakeCase('deep', undefined, { danger: 'depth' });
  const ours = new FakeTarget();
  expect(inShort(await outcomesOf([deep, passes, fakeCase('pruned', undefined, { profile: 'prune' })], ours))).toEqual(['passes passed', 'pruned passed', 'deep passed']);
  const theirs = new FakeTarget(undefined, false);
  const refusedThere = await outcomesOf([deep, passes], theirs);
  expect(inShort(refusedThere)).toEqual(['passes passed', 'deep inapplicable']);
  expect(refusedThere[1]?.reason).toBe('the nesting of its requests can end a node, and Pyx did not start this one; --stress tries it all the same');
  expect(inShort(await outcomesOf([deep, passes], theirs, runOptions(theirs, { stress: true })))).toEqual(['passes passed', 'deep passed']);
});

test('one call that is not answered does not end the run', async () => {
  let asked = 0;
  const target = new FakeTarget((method) => (method === 'getthing' && ++asked === 1 ? timedOut : result({})));
  const outcomes = await outcomesOf([fakeCase('asks', async (t) => void (await resultOf(t, 'getthing'))), passes], target);
  expect(inShort(outcomes)).toEqual(['passes passed', 'asks observed flaky']);
});

test('jobs have a node each, where the target can start nodes', async () => {
  const cases = Array.from({ length: 6 }, (_, index) => fakeCase(`case-${index}`, () => new Promise((resolve) => setTimeout(resolve, 5))));
  const many = new FakeTarget();
  expect(await outcomesOf(cases, many, runOptions(many, { jobs: 3 }))).toHaveLength(6);
  expect(many.nodes).toHaveLength(3);
  const one = new FakeTarget(undefined, false);
  expect(await outcomesOf(cases, one, runOptions(one, { jobs: 3 }))).toHaveLength(6);
  expect(one.nodes).toHaveLength(1);
  expect(one.nodes[0]?.stopped).toBe(0); // somebody else’s
});

test('a chain is replaced before it grows too tall', async () => {
  const heights = [10, 381, 5];
  const target = new FakeTarget((method) => result(method === 'getblockcount' ? (heights.shift() ?? 5) : {}));
  const cases = Array.from({ length: 61 }, (_, index) => fakeCase(`case-${index}`));
  expect(new Set((await outcomesOf(cases, target)).map(({ status }) => status))).toEqual(new Set(['passed']));
  expect(target.nodes).toHaveLength(2);
});

test('a case with a node of its own leaves it to nobody', async () => {
  const target = new FakeTarget();
  const used: string[] = [];
  const uses = (id: string, ownNode: boolean): Case => fakeCase(id, (t) => void used.push(t.node.name), { ownNode });
  await outcomesOf([uses('a', false), uses('b', true), uses('c', true), uses('d', false)], target);
  expect(used).toEqual(['default-1', 'default-2', 'default-3', 'default-1']);
  expect(target.nodes.every((node) => node.stopped > 0)).toBe(true);
});

test('cases of one profile share a node, whatever stands between them', async () => {
  const target = new FakeTarget();
  const of = (id: string, profile: Case['profile']): Case => fakeCase(id, undefined, { profile });
  const outcomes = await outcomesOf([of('a', 'peers'), of('b', 'prune'), of('c', 'peers'), of('d', 'prune')], target);
  expect(inShort(outcomes)).toEqual(['a passed', 'c passed', 'b passed', 'd passed']);
  expect(target.nodes.map((node) => node.profile)).toEqual(['peers', 'prune']);
});

test('what a target cannot do, or its file names absent, is inapplicable with the reason', async () => {
  const target = new FakeTarget(undefined, false);
  const options = runOptions(target, { absent: new Map([['getthing', 'this release has none']]) });
  const outcomes = await outcomesOf([
    fakeCase('profile', undefined, { profile: 'prune' }), fakeCase('own', undefined, { ownNode: true }), fakeCase('absent', undefined, { uses: ['getthing'] }),
  ], target, options);
  expect(outcomes.map(({ status, reason }) => [status, reason])).toEqual([
    ['inapplicable', 'it needs a node started with the profile "prune", and this target cannot start nodes'],
    ['inapplicable', 'it stops or changes the whole node, and this target cannot start one for it alone'],
    ['inapplicable', 'the target has no getthing: this release has none'],
  ]);
  expect(target.starts).toBe(0);
});

test('a start option that the target does not have makes its profile inapplicable', async () => {
  const target = new FakeTarget();
  const options = runOptions(target, { absentOptions: new Map([['-deprecatedrpc=accounts', 'it is gone'], ['-zmqpubhashtx', 'built without']]) });
  const outcomes = await outcomesOf([fakeCase('a', undefined, { profile: 'accounts' }), fakeCase('z', undefined, { profile: 'zmq' }), passes], target, options);
  expect(outcomes.map(({ status, reason }) => [status, reason?.split(':').at(-1)])).toEqual([['inapplicable', ' it is gone'], ['inapplicable', ' built without'], ['passed', undefined]]);
});

test('where a node does not start with the options of a profile, its cases are inapplicable with the node’s words', async () => {
  const target = new FakeTarget();
  target.refuses.add('prune');
  const pruned = (id: string): Case => fakeCase(id, undefined, { profile: 'prune' });
  const options = runOptions(target);
  const outcomes = await outcomesOf([pruned('a'), pruned('b'), passes], target, options);
  expect(inShort(outcomes)).toEqual(['a inapplicable', 'b inapplicable', 'passes passed']);
  expect(outcomes[0]?.reason).toBe('the node does not start with the options of the profile "prune": it did not come up; its last lines: Prune configured below the minimum');
  expect(options.events.filter(({ type }) => type === 'stopped')).toEqual([]);
  expect(target.nodes.every((node) => node.stopped > 0)).toBe(true);
});

test('where no node starts, whatever the options, the cases of a profile are skipped', async () => {
  const target = new FakeTarget();
  const first = await target.start('default');
  target.refuses.add('prune').add('default');
  const outcomes = await outcomesOf([passes, fakeCase('a', undefined, { profile: 'prune' })], target, runOptions(target, { firstNode: first }));
  expect(inShort(outcomes)).toEqual(['passes passed', 'a skipped']);
});

test('where no node of a profile comes up, its cases are skipped with the node’s last lines, and the others tried', async () => {
  const target = new FakeTarget();
  target.broken.add('prune');
  const pruned = (id: string): Case => fakeCase(id, undefined, { profile: 'prune' });
  const outcomes = await outcomesOf([pruned('a'), pruned('b'), passes], target);
  expect(inShort(outcomes)).toEqual(['a skipped', 'b skipped', 'passes passed']);
  expect(outcomes[0]?.reason).toBe('no node of the profile "prune" could be started: it did not come up; its last lines: no space left');
  expect(target.starts).toBe(2);
});

test('what breaks the run is thrown after every outcome that there is', async () => {
  const target = new FakeTarget();
  const start = target.start.bind(target);
  target.start = async (profile) => {
    if (profile === 'zmq') throw new RangeError('a bug of ours');
    return start(profile);
  };
  const outcomes: string[] = [];
  const reading = async (): Promise<void> => {
    for await (const outcome of run({ cases: [passes, fails, fakeCase('z', undefined, { profile: 'zmq' }), fakeCase('never')], whole: true }, runOptions(target))) outcomes.push(outcome.id);
  };
  await expect(reading()).rejects.toThrow('a bug of ours');
  expect(outcomes).toEqual(expect.arrayContaining(['fake/passes', 'fake/fails', 'fake/never']));
});

test('the password of every node that is started is a secret of the run', async () => {
  const target = new FakeTarget();
  const options = runOptions(target, { jobs: 2 });
  await outcomesOf([fakeCase('a', () => new Promise((resolve) => setTimeout(resolve, 5))), passes], target, options);
  expect(target.nodes).toHaveLength(2);
  for (const { credentials } of target.nodes) expect(options.secrets.mask(`it says ${credentials?.password}`)).toBe('it says ***');
});
