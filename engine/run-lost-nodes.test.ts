import { expect, test } from 'vitest';
import type { Reply } from '../client/types.ts';
import { fakeCase, fakeDefinitions, FakeTarget, result, runOptions, timedOut, type Answers, resultOf } from './testing/fakes.ts';
import { inShort, outcomesOf, passes } from './testing/outcomes.ts';
import type { Case } from './case.ts';

const breaks = (kind: 'reset' | 'refused' | 'timeout'): Reply => ({
  type: 'fault',
  durationMs: 0,
  fault: { kind, evidence: 'health', source: 'the connection', message: 'no answer came' },
});
/** A node that dies when one of these methods is called. */
const mortal =
  (...methods: string[]): Answers =>
  (method, _, node) => {
    if (!methods.includes(method)) return result(1);
    node.kill();
    return breaks('reset');
  };
const calls = (id: string, method: string, rest: Partial<Case> = {}): Case => fakeCase(id, async (t) => void (await t.call(method)), rest);

test('a node that dies is one finding with the call in flight, confirmed on a fresh node, and all other cases are run', async () => {
  const target = new FakeTarget(mortal('setthing'));
  const outcomes = await outcomesOf([passes, calls('kills', 'setthing'), calls('on', 'getthing')], target);
  expect(inShort(outcomes)).toEqual(['passes passed', 'on passed', 'kills failed fresh world']);
  expect(outcomes[2]).toMatchObject({
    findings: [
      {
        check: 'died',
        evidence: 'health',
        message: 'the node ended (signal SIGKILL) while setthing was in flight; its last lines: out of memory',
      },
    ],
    request: { method: 'setthing' },
  });
  expect(outcomes[2]?.findings).toHaveLength(1);
  expect(target.nodes.map((node) => node.called.filter(({ method }) => method === 'setthing').length)).toEqual([1, 0, 1]);
  expect(target.nodes.every((node) => node.stopped === 1)).toBe(true);
});

test('findings since the last answer of a node that dies are removed as consequences; earlier findings remain', async () => {
  const target = new FakeTarget(mortal('setthing'));
  const [outcome] = await outcomesOf(
    [
      fakeCase('kills', async (t) => {
        await t.call('getthing');
        t.ok(false, 'it does not hold');
        await t.call('getthing');
        const gone = await t.call('setthing').catch(() => undefined);
        t.ok(gone !== undefined, 'no answer, which differs');
        t.observe('answer', 'none', 'nothing came');
      }),
    ],
    target,
  );
  expect(outcome?.findings.map(({ check, message }) => [check, message.split(' ', 3).join(' ')])).toEqual([
    ['died', 'the node ended'],
    ['holds', 'it does not'],
  ]);
});

test('a death that is not reproduced remains a finding, beside the findings on a fresh node', async () => {
  let killed = false;
  const target = new FakeTarget((method, params, node) =>
    method === 'setthing' && !killed ? ((killed = true), mortal('setthing')(method, params, node)) : result(1),
  );
  const [outcome] = await outcomesOf(
    [
      fakeCase('kills', async (t) => {
        await t.call('setthing');
        t.ok(false, 'it does not hold');
      }),
    ],
    target,
  );
  expect(outcome).toMatchObject({
    status: 'failed',
    retries: [{ place: 'fresh world', status: 'failed', reason: 'it does not hold' }],
    findings: [{ check: 'died' }, { check: 'holds' }],
    request: { method: 'setthing' },
  });
  expect(outcome?.findings[0]?.message).toMatch(/; not reproduced on a fresh node$/);
});

test('if a node dies of a request other than a method call, that request is reported', async () => {
  const target = new FakeTarget(mortal('getthing'));
  const [outcome] = await outcomesOf(
    [
      fakeCase('kills', async (t) => {
        t.noteRequest('a request of 100,000 open brackets');
        await t.call('getthing');
      }),
    ],
    target,
  );
  expect(outcome?.findings).toMatchObject([
    { message: 'the node ended (signal SIGKILL) while a request of 100,000 open brackets was in flight; its last lines: out of memory' },
  ]);
  expect(outcome?.request).toBeUndefined();
});

test('cases of a suite and kind that lost two nodes are run last', async () => {
  const target = new FakeTarget(mortal('setthing'));
  const kills = (id: string): Case => calls(id, 'setthing', { kind: 'odd' });
  const tame = fakeCase('tame', undefined, { kind: 'odd' });
  const options = runOptions(target);
  const outcomes = await outcomesOf(
    [kills('a'), kills('b'), tame, kills('c'), passes, fakeCase('deep', undefined, { danger: 'depth' })],
    target,
    options,
  );
  expect(inShort(outcomes)).toEqual([
    'passes passed',
    'deep passed',
    'tame passed',
    'a failed fresh world',
    'b failed fresh world',
    'c failed fresh world',
  ]);
  expect(options.events.filter(({ type }) => type === 'note')).toMatchObject([
    { text: 'two nodes were lost in cases of the suite fake and the kind odd: the other 2 of these cases are run last' },
  ]);
  expect(options.events.filter(({ type }) => type === 'confirming')).toEqual([{ type: 'confirming', cases: 3 }]);
});

test('a method that lost two nodes while worlds were made is no longer called for worlds: cases that need it are skipped, with that reason', async () => {
  const target = new FakeTarget(mortal('setthing'));
  const definitions = fakeDefinitions({
    wallet: { build: async (world) => ({ name: String(await resultOf(world, 'setthing', {}, { wallet: null })) }) },
  });
  const needy = (id: string): Case => fakeCase(id, async (t) => void (await t.world.use('wallet')));
  const outcomes = await outcomesOf([needy('a'), needy('b'), needy('c'), passes, needy('d')], target, runOptions(target, { definitions }));
  expect(inShort(outcomes)).toEqual(['c skipped', 'passes passed', 'd skipped', 'a failed fresh world', 'b failed fresh world']);
  expect(outcomes[0]?.reason).toBe(
    'a prerequisite of the case was not made: 2 nodes were lost in setthing, which is no longer called for prerequisites',
  );
  expect(outcomes[3]?.findings.map(({ check }) => check)).toEqual(['died']);
});

test('if a node dies shortly after a case, the next case names it and is run on another node', async () => {
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
  expect(inShort(outcomes)).toEqual(['slow passed', 'next failed fresh world']);
  expect(outcomes[1]?.findings.map(({ message }) => message)).toEqual([
    'the node ended (signal SIGKILL) while getthing was in flight, the first call after fake/slow; its last lines: out of memory; not reproduced on a fresh node',
  ]);
});

test('a node that died between two cases is a finding of the next one, which is run on another node', async () => {
  const target = new FakeTarget();
  const dying = fakeCase('before', () => void setTimeout(() => target.nodes[0]?.kill()));
  const waits = fakeCase('waits', async () => void (await target.nodes[0]?.ended));
  const outcomes = await outcomesOf([dying, waits, fakeCase('next')], target);
  expect(inShort(outcomes)).toEqual(['before passed', 'next passed', 'waits failed fresh world']);
  expect(target.nodes).toHaveLength(3);
});

test('a node that died before a case is a finding of the case', async () => {
  const target = new FakeTarget();
  const node = await target.start('default');
  node.kill();
  const [outcome] = await outcomesOf([passes], target, runOptions(target, { firstNode: node }));
  expect(outcome).toMatchObject({
    status: 'failed',
    findings: [
      {
        check: 'died',
        message:
          'the node ended (signal SIGKILL) by itself before this case; its last lines: out of memory; not reproduced on a fresh node',
      },
    ],
  });
});

test('a node that a case of effect process has ended is replaced', async () => {
  const target = new FakeTarget();
  const stops = fakeCase('stops', () => target.nodes[0]?.kill(), { effect: ['process'] });
  expect(inShort(await outcomesOf([stops, passes], target))).toEqual(['stops passed', 'passes passed']);
  expect(target.nodes).toHaveLength(2);
});

/** A node that stops answering when this method is called. */
const falling = (method: string): Answers => {
  const silent = new Set<unknown>();
  return (called, _, node) => {
    if (called === method) silent.add(node);
    return silent.has(node) ? timedOut : result(1);
  };
};

test('a node that stops answering is one finding, and is replaced', async () => {
  const target = new FakeTarget(falling('setthing'));
  const outcomes = await outcomesOf([calls('asks', 'setthing'), calls('on', 'getthing')], target);
  expect(inShort(outcomes)).toEqual(['on passed', 'asks failed fresh world']);
  expect(outcomes[1]?.findings).toMatchObject([
    {
      check: 'unresponsive',
      evidence: 'health',
      message: 'the node no longer answers after setthing: no answer came; its last lines: out of memory',
      difference: { check: 'unresponsive' },
    },
  ]);
  expect(target.nodes).toHaveLength(3);
});

test('if the target cannot start nodes, a node that stops answering ends the run', async () => {
  const target = new FakeTarget(falling('setthing'), false);
  const options = runOptions(target);
  const outcomes = await outcomesOf([calls('asks', 'setthing'), fakeCase('never')], target, options);
  expect(inShort(outcomes)).toEqual(['asks failed', 'never skipped']);
  expect(outcomes[0]?.findings).toMatchObject([{ check: 'unresponsive' }]);
  expect(outcomes[0]?.findings[0]?.difference).toBeUndefined(); // its owner may have stopped it: there is nothing to accept
  expect(outcomes[1]?.reason).toBe('the node no longer answered after fake/asks');
  expect(options.events.filter(({ type }) => type === 'stopped')).toEqual([
    { type: 'stopped', reason: 'the node no longer answered after fake/asks' },
  ]);
});
