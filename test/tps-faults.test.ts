import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { NetworkCheck, TpsResults } from '../load/tps/results.ts';
import schema from '../reports/load/tps-results.schema.json' with { type: 'json' };
import { resultsValidator } from '../reports/results-validator.ts';
import { needs } from './require.ts';
import { faultyCoind, NETWORK_FAULTS, onceStartingCoind } from './support/faulty-coind.ts';
import { inFolder, pyx } from './support/pyx.ts';

const small = ['tps', '--warm-up', '0', '--rounds', '1', '--transactions', '200', '--start-in', '500ms', '--seed', '5'];

/** Runs a test with faults. Returns its results, which the schema must describe. */
async function withFaults(out: string, code: number, faults: readonly string[], more: readonly string[] = []): Promise<TpsResults> {
  const args = [...small, ...more, ...faults.flatMap((fault) => ['--fault', fault]), '--out', out];
  const ended = await pyx(args);
  expect(ended.code, ended.stdout + ended.stderr).toBe(code);
  const validate = resultsValidator(schema);
  const results = JSON.parse(await readFile(join(out, 'results.json'), 'utf8')) as TpsResults;
  expect(validate(results), JSON.stringify(validate.errors)).toBe(true);
  return results;
}

/** What was judged in the first round, by name. */
function judgedIn({ rounds }: TpsResults): Partial<Record<NetworkCheck, number>> {
  const { checks = [] } = rounds[0]?.disturbances ?? {};
  return Object.fromEntries(checks.map(({ check, judged }) => [check, judged]));
}

/** Of a network in which all holds. */
function expectWhole({ rounds, faults, options }: TpsResults, planned: readonly string[]): void {
  expect(faults).toEqual([]);
  expect(options).toMatchObject({ plannedFaults: planned, via: 'sendrawtransaction' });
  const { lost, lostWithPool, accepted, timeline, checks } = rounds[0]!.disturbances!;
  expect(checks.filter(({ problems }) => problems.length > 0)).toEqual([]);
  expect([lost.count, accepted]).toEqual([0, 200]);
  // A node that is killed takes with it what no other node has yet.
  if (!planned.some((fault) => fault.startsWith('kill:sender'))) expect(lostWithPool.count).toBe(0);
  expect(timeline.received.at(-1)).toBe(Math.max(...timeline.received));
  for (const { heights, pools } of timeline.nodes)
    expect([heights.length, pools.length]).toEqual([timeline.atMs.length, timeline.atMs.length]);
}

const everyRun = { connections: 4, 'one-tip': 4, 'same-transactions': 4, 'accepted-kept': 200, verifychain: 4 };

describe('pyx tps --fault', () => {
  test('a network of coind keeps what it has accepted when nodes are killed, halted and restarted', () =>
    inFolder(async (out) => {
      const planned = ['kill:receiver-1@20%', 'pause:receiver-2@40%-60%', 'restart:sender-2@80%'];
      const results = await withFaults(out, 0, planned, ['--receivers', '2']);
      expectWhole(results, planned);
      expect(judgedIn(results)).toMatchObject({ ...everyRun, 'pool-reloaded': 1, 'wallet-kept': 2, balances: 3 });
      const { events, timeline } = results.rounds[0]!.disturbances!;
      expect(events.map(({ kind, what, nodes }) => [kind, what, ...nodes])).toEqual([
        ['kill', 'begins', 'receiver-1'],
        ['pause', 'begins', 'receiver-2'],
        ['pause', 'ends', 'receiver-2'],
        ['restart', 'begins', 'sender-2'],
      ]);
      for (const { share, because } of events) expect(because === 'share' ? share : 1).toBeGreaterThanOrEqual(0.2);
      // The node that was killed did not answer meanwhile.
      expect(timeline.nodes.find(({ node }) => node === 'receiver-1')?.pools).toContain(null);
      const page = await readFile(join(out, 'index.html'), 'utf8');
      expect(page).toContain('Time line of round 1');
      expect(page).toContain('After 3 planned faults in 1 round, all 200 transactions that nodes had accepted');
      expect(page).not.toContain('<script');
    }));

  test('a network of coind that is parted agrees on the longer chain, and mines one of two payments of a coin', () =>
    inFolder(async (out) => {
      const planned = ['partition:sender-1,receiver-1|rest@20%-60%'];
      const results = await withFaults(out, 0, planned, ['--receivers', '2']);
      expectWhole(results, planned);
      expect(judgedIn(results)).toMatchObject(everyRun);
      const { conflicts, events } = results.rounds[0]!.disturbances!;
      expect(conflicts).toEqual([{ txids: [expect.any(String), expect.any(String)], mined: 1 }]);
      expect(events.map(({ what, nodes }) => [what, ...nodes])).toEqual([
        ['begins', 'sender-1, receiver-1', 'sender-2, receiver-2'],
        ['ends', 'sender-1, receiver-1', 'sender-2, receiver-2'],
      ]);
    }));

  test('links that are relayed are cut, and a node is killed on its side of them', () =>
    inFolder(async (out) => {
      const planned = ['partition:sender-1|rest@20%-80%', 'kill:receiver-1@40%'];
      const results = await withFaults(out, 0, planned, ['--topology', 'ring', '--receivers', '2', '--latency', '5ms']);
      expectWhole(results, planned);
      expect(judgedIn(results)).toMatchObject({ ...everyRun, 'wallet-kept': 1 });
      // The round that is run without the links has no faults.
      expect(results.rounds.map(({ disturbances }) => disturbances !== undefined)).toEqual([true, false]);
    }));

  test('a network of litecoind keeps what it has accepted', async (ctx) => {
    await needs(ctx, 'litecoind');
    await inFolder(async (out) => {
      const planned = ['kill:receiver-1@20%', 'partition:sender-1,receiver-1|rest@40%-60%', 'restart:sender-2@80%'];
      const results = await withFaults(out, 0, planned, ['--receivers', '2', '--target', 'process:litecoind']);
      expectWhole(results, planned);
      expect(judgedIn(results)).toMatchObject({ ...everyRun, 'pool-reloaded': 1, 'wallet-kept': 2, balances: 3 });
    });
  });

  test.each<[keyof typeof NETWORK_FAULTS, readonly string[], NetworkCheck, RegExp]>([
    [
      'drops its memory pool when it is started again',
      ['restart:receiver-1@60%'],
      'pool-reloaded',
      /^receiver-1 had \d+ transactions in its memory pool when it was stopped properly, and after its start lacks \d+ of them/,
    ],
    [
      'forgets the last transaction of its wallet when it is started again',
      ['kill:receiver-1@60%'],
      'wallet-kept',
      /^the wallet of receiver-1 does not know 1 of the 1 payments that it had answered before: [0-9a-f]{64}/,
    ],
    [
      'keeps its tip when another chain has more work',
      ['partition:receiver-1|rest@20%-60%'],
      'one-tip',
      /has another tip than sender-1 10 s after a block was mined: sender-1 at \d+, [0-9a-f]{64}/,
    ],
  ])('a coind that %s is found', (name, planned, check, message) =>
    inFolder(async (out) => {
      const program = await faultyCoind(out, NETWORK_FAULTS[name]);
      const { faults } = await withFaults(join(out, 'results'), 1, planned, ['--target', `process:${program}`, '--timeout', '10s']);
      const found = faults.filter((fault) => fault.kind === 'not-held' && fault.check === check);
      expect(found, JSON.stringify(faults)).toHaveLength(1);
      expect(found[0]).toMatchObject({ round: 1, message: expect.stringMatching(message) as string });
    }),
  );

  test('a node that does not come back is reported as what it is', () =>
    inFolder(async (folder) => {
      const { faults, stopped, rounds } = await withFaults(
        join(folder, 'results'),
        1,
        ['kill:receiver-1@30%'],
        ['--target', `process:${await onceStartingCoind(folder)}`],
      );
      expect(faults).toEqual([
        {
          kind: 'node-failed',
          node: 'receiver-1',
          round: 1,
          message: expect.stringMatching(
            /^receiver-1 did not come back after kill:receiver-1@30%: .* ended .* with exit code 7$/,
          ) as string,
        },
      ]);
      expect([rounds, stopped]).toEqual([[], `round 1: ${(faults[0] as { message: string }).message}`]);
    }));

  test.each([
    [['--fault', 'kill:receiver-9@30%'], /there is no node receiver-9; the nodes are sender-1, sender-2, receiver-1/],
    [['--fault', 'kill:receiver-1'], /it has no share of the transactions at which it happens/],
    [['--fault', 'full-disk:receiver-1@30%'], /the disk of a node cannot be filled/],
    [
      ['--fault', 'pause:receiver-1@20%-50%', '--fault', 'kill:receiver-1@30%'],
      /begins before pause:receiver-1@20%-50% is over for receiver-1/,
    ],
    [['--fault', 'kill:receiver-1@30%', '--via', 'tpstestadd'], /--fault cannot be combined with --via tpstestadd/],
    [
      ['--fault', 'kill:receiver-1@30%', '--sender', 'http://127.0.0.1:9', '--receiver', 'http://127.0.0.1:9'],
      /Pyx cannot kill a node of a network that runs already; use nodes that Pyx starts/,
    ],
  ])('refuses %j with a remedy', async (args, message) => {
    const { code, stderr } = await pyx(['tps', ...args]);
    expect(code, stderr).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('    at ');
  });
});
