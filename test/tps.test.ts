import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TpsResults } from '../load/tps/results.ts';
import { needs } from './require.ts';
import { urlOf, withNodes } from './support/given-nodes.ts';
import { nodesOf } from './support/processes.ts';
import { until } from './until.ts';
import { inFolder, pyx, startPyx } from './support/pyx.ts';
import { resultsValidator } from '../reports/results-validator.ts';
import schema from '../reports/load/tps-results.schema.json' with { type: 'json' };

/** Results as written, which the schema must describe. */
async function resultsOf(outDir: string): Promise<TpsResults> {
  const validate = resultsValidator(schema);
  const results = JSON.parse(await readFile(join(outDir, 'results.json'), 'utf8')) as TpsResults;
  expect(validate(results), JSON.stringify(validate.errors)).toBe(true);
  return results;
}

const small = ['tps', '--warm-up', '0', '--transactions', '300', '--start-in', '500ms', '--seed', '5'];

describe('pyx tps', () => {
  test('measures what receivers received of queues that were released at a start time', () =>
    inFolder(async (out) => {
      const { code, stdout, stderr } = await pyx([...small, '--rounds', '2', '--batch', '1,20', '--receivers', '2', '--out', out]);
      expect(code, stdout + stderr).toBe(0);
      expect(stderr).toContain('2 rounds of 300 transactions, by tpstestadd');
      expect(stdout).toMatch(/Passed with remarks {2}All 600 transactions of 2 rounds/);
      const results = await resultsOf(out);
      expect(results).toMatchObject({ complete: true, seed: 5, faults: [], target: { kind: 'embedded', chain: 'regtest' } });
      expect(results.options).toMatchObject({ via: 'tpstestadd', senders: 2, receivers: 2, outputsPerTx: 1 });
      expect(results.nodes.map(({ name, arrivals }) => [name, arrivals])).toEqual([
        ['sender-1', undefined],
        ['sender-2', undefined],
        ['receiver-1', 'tpstestinfo'],
        ['receiver-2', 'tpstestinfo'],
      ]);
      expect(results.rounds).toHaveLength(2);
      for (const round of results.rounds) {
        expect(round).toMatchObject({
          transactions: 300,
          refusedCount: 0,
          uncounted: null,
          everywhere: { transactions: 300, outputs: 300 },
        });
        expect(round.ingestion.map(({ batch, calls, transactions }) => [batch, calls, transactions])).toEqual([
          [1, 150, 150],
          [20, 8, 150],
        ]);
        for (const { arrivals, lost, propagation, duplicates, foreign } of round.receivers) {
          expect([arrivals.transactions, lost.count, propagation.count, duplicates, foreign]).toEqual([300, 0, 300, 0, 0]);
          expect(arrivals.transactionsPerS).toBeCloseTo((300 * 1e6) / arrivals.spanUs, 6);
          expect(propagation.p50Us).toBeLessThanOrEqual(propagation.p99Us);
        }
        // The last of two receivers is no earlier than either.
        expect(round.everywhere.spanUs).toBe(Math.max(...round.receivers.map(({ arrivals }) => arrivals.spanUs)));
        for (const { firstSentUs, completedUs, firstArrivalUs } of round.release) {
          expect(firstSentUs).toBeGreaterThanOrEqual(0);
          expect(completedUs).toBeGreaterThan(0);
          expect(firstArrivalUs).toBeGreaterThan(0);
        }
        expect(round.confirmation).toMatchObject({ unconfirmed: 0 });
        expect(round.pool.map(({ transactions }) => transactions)).toEqual([300, 300, 300, 300]);
      }
      expect(results.totals).toMatchObject({ rounds: 2, given: 600, received: 600, lost: 0, refused: 0 });
      expect(results.warnings.join()).toContain('Only 2 of at least 3 rounds count');
      const page = await readFile(join(out, 'index.html'), 'utf8');
      expect(page).toContain('Arrivals at receiver-2');
      expect(page).not.toContain('<script');
      expect(await readFile(join(out, 'summary.md'), 'utf8')).toContain('# ⚪ Pyx tps: Passed with remarks');
    }));

  test('leaves rounds of warm-up out of all means', () =>
    inFolder(async (out) => {
      const args = [
        'tps',
        '--transactions',
        '60',
        '--senders',
        '1',
        '--start-in',
        '500ms',
        '--warm-up',
        '1',
        '--rounds',
        '1',
        '--out',
        out,
      ];
      const { code, stdout, stderr } = await pyx(args);
      expect(code, stdout + stderr).toBe(0);
      expect(stderr).toContain('1 round after 1 round of warm-up, each of 60 transactions');
      const { rounds, totals, warnings } = await resultsOf(out);
      expect(rounds.map(({ uncounted }) => uncounted)).toEqual(['warm-up', null]);
      expect(totals).toMatchObject({ rounds: 1, given: 60, received: 60 });
      expect(totals?.transactionsPerS.mean).toBe(rounds[1]?.everywhere.transactionsPerS);
      expect(warnings.join()).not.toContain('does not count');
    }));

  test('sends by sendrawtransaction, and takes arrivals from notifications', () =>
    inFolder(async (out) => {
      const { code, stdout, stderr } = await pyx([
        ...small,
        '--rounds',
        '1',
        '--via',
        'sendrawtransaction',
        '--outputs-per-tx',
        '3',
        '--out',
        out,
      ]);
      expect(code, stdout + stderr).toBe(0);
      const { rounds, nodes, clockErrorUs } = await resultsOf(out);
      expect(nodes.at(-1)).toMatchObject({ role: 'receiver', arrivals: 'zmq' });
      expect(clockErrorUs).toBe(0); // all is stamped by one clock
      expect(rounds[0]?.everywhere).toMatchObject({ transactions: 300, outputs: 900 });
      for (const { firstSentUs, completedUs } of rounds[0]!.release) {
        expect(firstSentUs).toBeGreaterThanOrEqual(0);
        expect(completedUs).toBeGreaterThan(firstSentUs!);
      }
      expect(rounds[0]!.receivers[0]!.propagation.p50Us).toBeGreaterThan(0);
    }));

  test('measures a node without tpstestadd', async (ctx) => {
    await needs(ctx, 'litecoind');
    await inFolder(async (out) => {
      const args = ['--target', 'process:litecoind', '--senders', '1', '--warm-up', '0', '--rounds', '1', '--out', out, '--json'];
      const { code, stdout, stderr } = await pyx([...small, ...args]);
      expect(code, stdout + stderr).toBe(0);
      expect(stderr).toContain('has no tpstestadd');
      expect(JSON.parse(stdout)).toMatchObject({
        code: 0,
        title: expect.stringMatching(/^Passed/) as string,
        totals: { given: 300, received: 300 },
        faults: [],
      });
      const { options, rounds } = await resultsOf(out);
      expect(options.via).toBe('sendrawtransaction');
      const [receiver] = rounds[0]!.receivers;
      // Its packages are built without notifications; others are not.
      expect(['polling', 'zmq']).toContain(receiver!.source);
      if (receiver!.source === 'polling') expect(receiver!.pollingErrorUs).toBeGreaterThan(0);
    });
  });

  test('reports a node that was killed as what it is', () =>
    inFolder(async (out) => {
      // The second round begins only when the first is over; its start time is never reached.
      const running = startPyx([
        'tps',
        '--transactions',
        '100',
        '--senders',
        '1',
        '--warm-up',
        '0',
        '--rounds',
        '2',
        '--start-in',
        '4s',
        '--out',
        out,
      ]);
      await until('the first round is over', async () => running.said().includes('round 1: '));
      const pids = (await nodesOf(running.child.pid)).map(({ pid }) => pid).sort((a, b) => a - b);
      expect(pids).toHaveLength(2);
      process.kill(pids[1]!, 'SIGKILL');
      const { code, stdout, stderr } = await running.ended;
      expect(code, stdout + stderr).toBe(1);
      expect(stdout).toMatch(/Failed {2}Round 2: receiver-1 ended with signal SIGKILL/);
      const results = await resultsOf(out);
      expect(results).toMatchObject({ complete: false, stopped: 'receiver-1 ended in round 2 with signal SIGKILL' });
      expect(results.faults).toEqual([
        expect.objectContaining({ kind: 'node-ended', node: 'receiver-1', round: 2, how: 'signal SIGKILL' }),
      ]);
      expect(results.rounds.map(({ round }) => round)).toEqual([1]);
    }));

  test('names a bad transaction, and sends the others', () =>
    inFolder(async (out) => {
      const file = join(out, 'prepared.ndjson');
      const args = [...small, '--transactions', '50', '--senders', '1', '--rounds', '1', '--prepared', file, '--timeout', '20s'];
      expect((await pyx([...args, '--out', join(out, 'a')])).code).toBe(0);
      const lines = (await readFile(file, 'utf8')).split('\n');
      // The last byte but those of the lock time and the public key is of the signature: 4 and 34 bytes from the end, in hex.
      const bad = lines.length - 2;
      const { tx } = JSON.parse(lines[bad]!) as { tx: string };
      const at = tx.length - 2 * (4 + 34 + 1 + 8);
      lines[bad] = JSON.stringify({ tx: `${tx.slice(0, at)}${tx[at] === '0' ? '1' : '0'}${tx.slice(at + 1)}` });
      await writeFile(file, lines.join('\n'));
      const again = await pyx([...args, '--out', join(out, 'b')]);
      expect(again.code, again.stdout + again.stderr).toBe(1);
      expect(again.stderr).toContain('using the transactions of');
      const { faults, totals, prepared } = await resultsOf(join(out, 'b'));
      expect(prepared.reused).toBe(true);
      expect(faults).toEqual([
        {
          kind: 'refused',
          round: 1,
          count: 1,
          examples: [
            {
              index: 49,
              txid: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
              sender: 'sender-1',
              reason: expect.stringMatching(/verify|script/i) as string,
            },
          ],
        },
      ]);
      expect(totals).toMatchObject({ given: 50, received: 49, lost: 0, refused: 1 });
    }));

  test('refuses a file whose transactions were sent to these nodes before, by one error', () =>
    inFolder(async (out) => {
      await withNodes(2, async ([sender, receiver]) => {
        const file = join(out, 'prepared.ndjson');
        const nodes = ['--sender', urlOf(sender!), '--receiver', urlOf(receiver!), '--via', 'sendrawtransaction'];
        const args = [...small, '--transactions', '40', '--rounds', '1', ...nodes, '--prepared', file];
        const first = await pyx([...args, '--out', join(out, 'a')]);
        expect(first.code, first.stdout + first.stderr).toBe(0);
        const again = await pyx([...args, '--out', join(out, 'b')]);
        expect(again.code, again.stdout + again.stderr).toBe(2);
        expect(again.stderr).toMatch(
          /the transactions of \S+ cannot be sent to sender-1 again: the coin of the first one, output 0 of [0-9a-f]{64}, is already spent there; name a new file with --prepared, or use fresh nodes/,
        );
        expect(again.stderr).not.toContain('refused');
        expect(again.stderr).not.toContain('    at ');
        // A transaction that waits in the memory pool is as good as sent.
        const other = join(out, 'other.ndjson');
        const prepare = [...args.slice(0, -1), other, '--seed', '6', '--out', join(out, 'c')];
        expect((await pyx(prepare)).code).toBe(0);
        const tip = await sender!.client.call('getbestblockhash', []);
        for (const { client } of [sender!, receiver!]) await client.call('invalidateblock', [tip.type === 'result' ? tip.result : null]);
        const waiting = await pyx([...args.slice(0, -1), other, '--out', join(out, 'd')]);
        expect(waiting.code, waiting.stdout + waiting.stderr).toBe(2);
        expect(waiting.stderr).toContain('is already spent there; name a new file with --prepared');
      });
    }));

  test('names a receiver that is not connected, and what it did not receive', () =>
    inFolder(async (out) => {
      await withNodes(3, async ([sender, reached, unreached]) => {
        await unreached!.client.call('setnetworkactive', [false]);
        const args = ['--warm-up', '0', '--rounds', '1', '--timeout', '10s', '--via', 'sendrawtransaction', '--out', out];
        const nodes = ['--sender', urlOf(sender!), '--receiver', urlOf(reached!), '--receiver', urlOf(unreached!)];
        const { code, stdout, stderr } = await pyx(['tps', '--transactions', '50', '--start-in', '500ms', ...nodes, ...args]);
        expect(code, stdout + stderr).toBe(1);
        expect(stdout + stderr).not.toContain(sender!.credentials!.password);
        const { faults, rounds, target } = await resultsOf(out);
        expect(target.kind).toBe('remote');
        expect(faults).toMatchObject([
          { kind: 'not-connected', node: 'receiver-2', round: 1, message: 'receiver-2: it is not connected to sender-1, receiver-1' },
          { kind: 'lost', receiver: 'receiver-2', round: 1, count: 50 },
        ]);
        expect(rounds[0]!.receivers.map(({ arrivals, lost }) => [arrivals.transactions, lost.count])).toEqual([
          [50, 0],
          [0, 50],
        ]);
        expect(rounds[0]!.everywhere.transactions).toBe(0);
      });
    }));

  test('writes a report of the rounds so far when it is interrupted', () =>
    inFolder(async (out) => {
      const running = startPyx([
        'tps',
        '--transactions',
        '50',
        '--senders',
        '1',
        '--warm-up',
        '0',
        '--rounds',
        '50',
        '--start-in',
        '1s',
        '--out',
        out,
      ]);
      await until('the first round is over', async () => running.said().includes('round 1: '));
      running.child.kill('SIGINT');
      const { code, stdout } = await running.ended;
      expect(code).toBe(130);
      expect(stdout).toMatch(/^Inconclusive {2}The test did not come to its end/m);
      const { complete, stopped, rounds } = await resultsOf(out);
      expect([complete, stopped]).toEqual([false, 'interrupted']);
      expect(rounds.length).toBeGreaterThanOrEqual(1);
    }));

  test.each([
    [['--sender', 'http://127.0.0.1:9'], '--sender is given alone; give at least one --sender and one --receiver'],
    [['--sender', 'http://127.0.0.1:9', '--receiver', 'http://127.0.0.1:9'], 'does not answer'],
    [['--target', 'http://127.0.0.1:9'], 'give --sender URL and --receiver URL'],
    [['--kind', 'token'], 'Allowed choices are coin, asset'],
    [['--batch', '0'], 'A batch is a whole number from 1'],
    [['--via', 'sendrawtransaction', '--batch', '10'], '--batch has no meaning'],
    [['--prepared', '/proc/none/file'], 'cannot be written'],
  ])('refuses %j with a remedy', async (args, message) => {
    const { code, stderr } = await pyx(['tps', ...args]);
    expect(code, stderr).toBe(2);
    expect(stderr).toMatch(new RegExp(message));
    expect(stderr).not.toContain('    at ');
  });
});
