import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SweepResults } from '../load/tps/sweep-results.ts';
import type { TpsResults } from '../load/tps/results.ts';
import sweepSchema from '../reports/load/sweep-results.schema.json' with { type: 'json' };
import { resultsValidator } from '../reports/results-validator.ts';
import { endedWith, measured } from './support/measured-network.ts';
import { relaysOf } from './support/processes.ts';
import { inFolder, pyx, startPyx } from './support/pyx.ts';
import { until } from './until.ts';

const line = ['--topology', 'line', '--senders', '1', '--receivers', '3', '--transactions', '50', '--rounds', '1', '--warm-up', '1'];

describe('on a line of four nodes', () => {
  test('what passes each link is counted by what it is', async () => {
    const { results } = await measured(...line, '--latency', '5ms');
    const { traffic } = results.rounds.find(({ uncounted }) => uncounted === null)!.network!;
    expect(traffic.map(({ between }) => between.join(' '))).toEqual([
      'sender-1 receiver-1',
      'receiver-1 receiver-2',
      'receiver-2 receiver-3',
    ]);
    expect(traffic.map(({ forward }) => forward.transaction.messages)).toEqual([50, 50, 50]);
    expect(traffic.map(({ forward }) => forward.announcement.messages > 0)).toEqual([false, true, true]);
    expect(traffic.map(({ back }) => back.request.messages > 0)).toEqual([false, true, true]);
    for (const { forward, back } of traffic) expect([forward.duplicate.messages, back.transaction.messages]).toEqual([0, 0]);
  });

  test('no more passes than the bandwidth allows', async () => {
    const { results } = await measured(...line, '--bandwidth', '100kbit,10mbit');
    const round = results.rounds.find(({ uncounted }) => uncounted === null)!;
    const { bytes } = round.network!.traffic[0]!.forward.transaction;
    const passingMs = (bytes * 8) / 100;
    expect(round.receivers[0]!.propagation.maxUs / 1_000).toBeGreaterThanOrEqual(passingMs);
    // Half of them have passed after half of the time.
    expect(round.receivers[0]!.propagation.p50Us / 1_000).toBeGreaterThanOrEqual(passingMs * 0.48);
  });
});

test('what is slower than the time allowed is told from what is lost', async () => {
  // Some 1.6 kbit for a transaction with its announcement and request: 200 need half a minute.
  const pair = '--topology line --senders 1 --receivers 1 --transactions 200 --rounds 1 --warm-up 0'.split(' ');
  const { results, stdout } = await endedWith([1], [...pair, '--bandwidth', '10kbit', '--timeout', '4s']);
  const [round] = results.rounds;
  expect(round!.receivers[0]!.lost.count).toBeGreaterThan(0);
  expect(round!.receivers[0]!.arrivals.transactions).toBeGreaterThan(0);
  expect(stdout).toContain('Round 1: transactions still arrived when the time for it was over');
});

test('rounds without the links alternate with those that count, and are compared with them', async () => {
  const { results, page, stdout } = await measured(
    ...'--topology ring --senders 1 --receivers 3 --latency 300ms --jitter 20ms --transactions 20 --rounds 2 --warm-up 1'.split(' '),
  );
  expect(results.rounds.map(({ uncounted }) => uncounted)).toEqual(['warm-up', null, 'without the links', null, 'without the links']);
  const without = results.network!.withoutLinks!;
  expect(without.rounds).toBe(2);
  expect(without.ratio.propagationP50Us).toBeGreaterThan(1);
  expect(without.ratio.propagationP50Us).toBeCloseTo(results.totals!.propagationP50Us.mean / without.propagationP50Us.mean, 9);
  expect(results.totals).toMatchObject({ rounds: 2, given: 40, received: 40 });
  for (const { network } of results.rounds) {
    expect(network!.spread.map(({ percent, count }) => [percent, count])).toEqual([50, 90, 99, 100].map((percent) => [percent, 20]));
    expect(network!.relays!.delay.count).toBeGreaterThan(0);
  }
  expect(stdout).toContain('With and without the links');
  expect(page).toContain('id="network-title"');
  expect(page).toContain('Arrival curves');
});

test('a topology without shaping is connected directly', async () => {
  const { results } = await measured('--topology', 'star', '--receivers', '2', '--transactions', '20', '--rounds', '1', '--warm-up', '0');
  expect(results.network).toMatchObject({ name: 'star', file: null, links: [{ between: ['sender-1', 'sender-2'], latencyMs: 0 }, {}, {}] });
  expect(results.network).not.toHaveProperty('withoutLinks');
  expect(results.rounds[0]!.network!.traffic).toEqual([]);
  expect(results.nodes.map(({ peers }) => peers)).toEqual([3, 1, 1, 1]);
});

// What is on its way when a link breaks may be lost, as nodes announce it once: it comes by a block.
test('links that break are dialled again, so that blocks come to all nodes', async () => {
  await inFolder(async (folder) => {
    const file = join(folder, 'breaking.yaml');
    await writeFile(
      file,
      [
        'name: breaking',
        'shape: full',
        'nodes: [{ role: sender }, { role: receiver, count: 2 }]',
        'link: { latency: 2ms, breaks: { every: 700ms, for: 100ms } }',
      ].join('\n'),
    );
    const rounds = ['--transactions', '30', '--rounds', '3', '--warm-up', '0', '--timeout', '5s'];
    const { results } = await endedWith([0, 1], ['--topology', file, ...rounds]);
    expect(results.complete).toBe(true);
    const traffic = results.rounds.flatMap(({ network }) => network!.traffic);
    expect(traffic.reduce((sum, { connectionsLost }) => sum + connectionsLost, 0)).toBeGreaterThan(0);
    expect(results.totals).toMatchObject({ given: 90, refused: 0 });
    expect(results.rounds.filter(({ confirmation }) => confirmation.unconfirmed > 0)).toEqual([]);
  });
});

test('links whose process ends leave the rounds before that, and say so', () =>
  inFolder(async (out) => {
    const rounds = ['--transactions', '30', '--senders', '1', '--rounds', '9', '--warm-up', '0', '--start-in', '4s'];
    const running = startPyx(['tps', '--latency', '2ms', ...rounds, '--out', out]);
    await until('the first round is over', async () => running.said().includes('round 1: '));
    process.kill((await relaysOf(running.child.pid))!, 'SIGKILL');
    const { code, stdout, stderr } = await running.ended;
    expect(code, stdout + stderr).toBe(1);
    expect(stdout).toMatch(/Inconclusive {2}.*: round \d: the process that relays the links ended with signal SIGKILL; repeat the test/);
    expect(stderr).not.toMatch(/^\s+at /m);
    const results = JSON.parse(await readFile(join(out, 'results.json'), 'utf8')) as TpsResults;
    expect(results).toMatchObject({ complete: false, faults: [] });
    expect(results.rounds.length).toBeGreaterThan(0);
  }));

describe('is refused:', () => {
  test.each([
    [
      'nodes that run',
      ['--topology', 'ring', '--sender', 'http://127.0.0.1:1', '--receiver', 'http://127.0.0.1:2'],
      'for nodes that do not run yet',
    ],
    ['numbers of nodes beside a file', ['--topology', 'five-regions', '--receivers', '3'], 'is a file, which has the nodes'],
    ['more jitter than latency', ['--latency', '10ms', '--jitter', '20ms'], 'is more than the latency'],
    ['a topology that there is not', ['--topology', 'moebius'], 'moebius'],
    ['a bandwidth without a unit', ['--bandwidth', '20'], 'such as 20mbit'],
    ['no time for what is to arrive', ['--timeout', '0s'], 'from 1ms to 1h'],
    ['a file that is no topology', ['--topology', 'README.md'], 'name a YAML file with nodes and links'],
    ['a shape of too few nodes', ['--topology', 'random:9'], 'K is a number from 2'],
  ])('%s', async (_, args, message) => {
    const { code, stdout, stderr } = await pyx(['tps', ...args]);
    expect([code, stderr + stdout]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).not.toContain('    at ');
  });
});

describe('a sweep', () => {
  test('makes a test for each value, in a folder of its own, with the same transactions', () =>
    inFolder(async (out) => {
      const args = '--topology line --senders 1 --receivers 1 --transactions 20 --rounds 1 --warm-up 0 --start-in 500ms --seed 3'.split(
        ' ',
      );
      const { code, stdout, stderr } = await pyx(['tps', ...args, '--sweep', 'latency=0,300ms', '--out', out]);
      expect(code, stdout + stderr).toBe(0);
      const sweep = JSON.parse(await readFile(join(out, 'results.json'), 'utf8')) as SweepResults;
      const validateSweep = resultsValidator(sweepSchema);
      expect(validateSweep(sweep), JSON.stringify(validateSweep.errors)).toBe(true);
      expect(sweep.tests.map(({ label, folder, exitCode }) => [label, folder, exitCode])).toEqual([
        ['0ms', 'latency-0ms', 0],
        ['300ms', 'latency-300ms', 0],
      ]);
      const [plain, late] = sweep.tests.map(({ figures }) => figures!);
      expect(late!.propagationP50Us).toBeGreaterThanOrEqual(300_000);
      expect(plain!.propagationP50Us).toBeLessThan(late!.propagationP50Us);
      const of = async (folder: string): Promise<TpsResults> =>
        JSON.parse(await readFile(join(out, folder, 'results.json'), 'utf8')) as TpsResults;
      const tests = [await of('latency-0ms'), await of('latency-300ms')];
      expect(tests.map(({ prepared }) => prepared.reused)).toEqual([false, true]);
      // Both through relays, and neither with rounds without the links.
      for (const { rounds } of tests) {
        expect(rounds.map(({ uncounted }) => uncounted)).toEqual([null]);
        expect(rounds[0]!.network!.traffic).toHaveLength(1);
      }
      expect(await readFile(join(out, 'index.html'), 'utf8')).toContain('Propagation by latency');
      expect(stdout).toMatch(/latency .*propagation p50/);
    }));

  test.each([
    ['one value', ['--sweep', 'latency=20ms'], 'at least two'],
    ['a value of another kind', ['--sweep', 'nodes=4,x'], 'is no value of nodes'],
    ['an option that cannot be swept', ['--sweep', 'colour=1,2'], 'A sweep is an option'],
    ['an option that is given too', ['--sweep', 'latency=0,20ms', '--latency', '5ms'], 'leave one of them out'],
    ['too few nodes', ['--sweep', 'nodes=2,4'], 'give numbers above 2'],
    [
      'nodes that a file has',
      ['--sweep', 'nodes=3,5', '--topology', 'five-regions'],
      'pyx: --sweep nodes makes networks of different sizes',
    ],
  ])('of %s is refused', async (_, args, message) => {
    const { code, stdout, stderr } = await pyx(['tps', ...args]);
    expect([code, stderr + stdout]).toEqual([2, expect.stringContaining(message)]);
  });
});
