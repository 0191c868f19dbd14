import { describe, expect, test } from 'vitest';
import type { Reply } from '../../client/types.ts';
import { FakeTarget, fakeCase, result, resultOf, runOptions, type FakeNode } from '../../engine/testing/fakes.ts';
import { TargetError, type NodeSnapshot } from '../../fixtures/targets/types.ts';
import type { Case } from '../../engine/case.ts';
import { selfcheck, type Selfchecked, type SelfcheckOptions } from './selfcheck.ts';

const broken: Reply = {
  type: 'fault',
  durationMs: 0,
  fault: { kind: 'reset', evidence: 'health', source: 'the connection', message: 'no answer came' },
};

/** A target whose node is killed at a call of `setthing` if `isDeadly`: number of such calls so far, of all nodes. */
function mortalTarget(isDeadly: (calls: number, node: FakeNode) => boolean): FakeTarget {
  let calls = 0;
  return new FakeTarget((method, _, node) => {
    if (method !== 'setthing') return result(method === 'getblockcount' ? 1 : {});
    if (!isDeadly(++calls, node)) return result(null);
    node.kill();
    return broken;
  });
}

/** Passes whatever the node does, unless it dies. */
const blind = fakeCase('blind', async (t) => void (await resultOf(t, 'setthing')), { uses: ['setthing'] });

function check(target: FakeTarget, cases: readonly Case[], more: Partial<SelfcheckOptions> = {}): Promise<Selfchecked> {
  const selection = { operators: ['request/repeated'], methods: ['setthing'] };
  return selfcheck({ run: { ...runOptions(target), jobs: 1 }, cases, selection, exceptions: [], ...more });
}

test('a node that reports another chain ends the selfcheck: its cases take that for a reason to be skipped', async () => {
  const target = new FakeTarget((method) =>
    result(method === 'getblockchaininfo' ? { chain: 'main' } : method === 'getblockcount' ? 1 : {}),
  );
  await expect(check(target, [blind])).rejects.toThrow('changed from the chain "regtest" to "main"');
  expect(target.nodes.flatMap(({ asked }) => asked)).toEqual([]);
});

test('an interruption during a start of a node leaves what was found before', async () => {
  const interruption = new AbortController();
  const target = mortalTarget((calls) => calls === 2);
  const start = target.start.bind(target);
  target.start = async (profile) => {
    if (target.starts < 1) return start(profile);
    interruption.abort();
    throw new TargetError('interrupted', { details: [] });
  };
  const { complete, faults } = await check(target, [blind], { run: { ...runOptions(target), jobs: 1, signal: interruption.signal } });
  expect([complete, faults.length]).toEqual([false, 1]);
});

const statusOf = ({ faults }: Selfchecked): string[] => faults.map(({ status }) => status);

describe('a node that dies', () => {
  test('once while a fault is tried is replaced, and the run with it shows nothing', async () => {
    const selfchecked = await check(
      mortalTarget((calls) => calls === 2),
      [blind],
    );
    expect(statusOf(selfchecked)).toEqual(['missed']);
    expect(selfchecked.complete).toBe(true);
    expect(selfchecked.lostNodes).toEqual([
      { case: 'fake/blind', message: expect.stringMatching(/^default-\d+ ended \(signal SIGKILL\); its last lines: out of memory$/) },
    ]);
  });

  test('each time does not show that the fault is found: it remains untried', async () => {
    // Only the fault sends the call twice in a run.
    const selfchecked = await check(
      mortalTarget((calls) => calls > 1),
      [blind],
    );
    expect(statusOf(selfchecked)).toEqual(['untried']);
    expect(selfchecked.complete).toBe(false);
    expect(selfchecked.lostNodes).toHaveLength(2);
    expect(selfchecked.cases.failed).toEqual([]);
  });

  test('does not prevent that another case finds the fault', async () => {
    let times = 0;
    const counts = fakeCase(
      'counts',
      async (t) => {
        const before = times;
        await t.call('setthing' as never);
        t.equal(times, before + 1, 'the count');
      },
      { uses: ['setthing'], generated: true },
    );
    const target = new FakeTarget((method, _, node) => {
      if (method !== 'setthing') return result(method === 'getblockcount' ? 1 : {});
      times++;
      // Both runs of the first case with the fault, after one run of each case without it.
      if (times >= 3 && times <= 6) {
        node.kill();
        return broken;
      }
      return result(null);
    });
    const selfchecked = await check(target, [blind, counts]);
    expect(statusOf(selfchecked)).toEqual(['found']);
    expect(selfchecked.complete).toBe(true);
    expect(selfchecked.lostNodes).toHaveLength(2);
  });

  test('once without a fault is no failure of the case; each time, it is one', async () => {
    const once = await check(
      mortalTarget((calls) => calls === 1),
      [blind],
      { selection: { sample: 0 } },
    );
    expect(once.cases).toMatchObject({ passed: 1, failed: [] });
    expect(once.lostNodes).toHaveLength(1);
    const always = await check(
      mortalTarget(() => true),
      [blind],
      { selection: { sample: 0 } },
    );
    expect(always.cases).toMatchObject({
      passed: 0,
      failed: [{ id: 'fake/blind', message: expect.stringMatching(/^ended a node twice: .*SIGKILL/) }],
    });
  });

  test('is expected of a case that ends nodes, so that its failure is confirmed by a second run', async () => {
    const stops = fakeCase(
      'stops',
      async (t) => {
        await resultOf(t, 'setthing');
        await t.node.stop();
      },
      { uses: ['setthing'], effect: ['process'], ownNode: true },
    );
    const selfchecked = await check(
      mortalTarget((calls) => calls === 2),
      [stops],
    );
    expect(statusOf(selfchecked)).toEqual(['missed']);
  });
});

describe('a selfcheck without nodes ends with an error, and what was found before is kept', () => {
  async function partsOf(target: FakeTarget, cases: readonly Case[], more: Partial<SelfcheckOptions>): Promise<Selfchecked[]> {
    const parts: Selfchecked[] = [];
    await expect(check(target, cases, { ...more, onPart: (selfchecked) => parts.push(selfchecked) })).rejects.toMatchObject({
      name: 'TargetError',
    });
    return parts;
  }

  test('if none can be started any more', async () => {
    const target = mortalTarget((calls) => {
      if (calls > 2) target.broken.add('default');
      return calls > 2;
    });
    const [part] = await partsOf(target, [blind], {
      selection: { operators: ['request/swallowed', 'request/repeated'], methods: ['setthing'] },
    });
    expect(part?.complete).toBe(false);
    expect(part && statusOf(part)).toEqual(['missed', 'untried']);
  });

  test('if one after another ends', async () => {
    const cases = Array.from({ length: 8 }, (_, index) =>
      fakeCase(`blind-${index}`, async (t) => void (await resultOf(t, 'setthing')), { uses: ['setthing'] }),
    );
    const [part] = await partsOf(
      mortalTarget((calls) => calls > cases.length),
      cases,
      {},
    );
    expect(part && statusOf(part)).toEqual(['untried']);
    expect(part?.lostNodes).toHaveLength(10);
  });

  test('while its state is taken is replaced, also where its connection breaks before its end is noticed', async () => {
    const target = mortalTarget(() => false);
    Object.assign(target, { capabilities: { ...target.capabilities, snapshots: true } });
    const start = target.start.bind(target);
    target.start = async (profile) => {
      const node = await start(profile);
      const isFirst = target.nodes.length === 1;
      const snapshot = async (): Promise<NodeSnapshot> => {
        if (!isFirst) return { restore: async () => undefined, forget: async () => undefined };
        setTimeout(() => node.kill(), 50);
        throw new TargetError('it did not take a snapshot', { details: ['write EPIPE'] });
      };
      return Object.assign(node, { snapshot });
    };
    const selfchecked = await check(target, [blind]);
    expect(statusOf(selfchecked)).toEqual(['missed']);
    expect(selfchecked.lostNodes).toEqual([
      { case: 'fake/blind', message: expect.stringMatching(/^default-1 ended \(signal SIGKILL\) while its world was prepared;/) },
    ]);
  });
});
