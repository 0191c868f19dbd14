import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pointSum, startCollector, type Collector } from '../cli/metrics/testing/collector.ts';
import { readLoadResults } from '../reports/load/read-load-results.ts';
import { parseMetrics, valueOf } from '../reports/metrics/testing/parse-metrics.ts';
import type { TpsResults } from '../load/tps/results.ts';
import { inFolder, pyx, resultsIn, startPyx } from './support/pyx.ts';
import { until } from './until.ts';

/** A rate that a busy machine manages too, and thresholds that no machine misses. */
const easy = ['--rate', '40', '--duration', '2s', '--warm-up', '200ms', '--threshold', 'errors < 1%'];

async function withCollector(work: (collector: Collector) => Promise<void>): Promise<void> {
  const collector = await startCollector();
  try {
    await work(collector);
  } finally {
    await collector.close();
  }
}

/** The rows of a table, by the names of its columns. */
async function rowsOf(file: string): Promise<Record<string, string>[]> {
  const [header = '', ...rows] = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
  const names = header.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, column) => [names[column], cell])));
}

const sumOf = (rows: readonly Record<string, string>[], column: string): number => rows.reduce((sum, row) => sum + Number(row[column]), 0);

describe('--metrics and --csv', () => {
  test('the file, the collector and the table have at the end what the results of the load have', () =>
    inFolder((folder) =>
      withCollector(async (collector) => {
        const [file, table, out] = ['pyx.prom', 'seconds.csv', 'out'].map((name) => join(folder, name)) as [string, string, string];
        const to = ['--metrics', file, '--metrics', `otlp+${collector.url}`, '--csv', table];
        const { code, stdout, stderr } = await pyx(['load', 'explorer', ...easy, ...to, '--out', out]);
        expect(code, stdout + stderr).toBe(0);
        const { totals, methods, latency } = readLoadResults(out);
        expect(totals.results).toBeGreaterThan(20);

        const text = await readFile(file, 'utf8');
        const last = collector.received.at(-1)!;
        for (const { method, calls } of methods) {
          expect(valueOf(text, 'pyx_load_requests_total', { method }), method).toBe(calls);
          expect(pointSum(last, 'pyx.load.requests', { method }), method).toBe(calls);
        }
        expect(valueOf(text, 'pyx_load_requests_total', { outcome: 'result' })).toBe(totals.results);
        expect(valueOf(text, 'pyx_load_sent_total')).toBe(totals.sent);
        const histogram = last.metrics.find(({ name }) => name === 'pyx.load.latency')?.histogram?.dataPoints ?? [];
        expect(histogram.reduce((sum, { count }) => sum + Number(count), 0)).toBe(latency.count);
        expect(valueOf(text, 'pyx_node_cpu_time_seconds_total')).toBeGreaterThan(0);
        expect(valueOf(text, 'pyx_metrics_undelivered_total')).toBe(0);

        const rows = await rowsOf(table);
        expect(sumOf(rows, 'planned_calls')).toBe(totals.planned);
        expect(rows[0]).toMatchObject({ side: 'target', phase: 'load', second: '0' });
        expect((await readdir(folder)).sort()).toEqual(['out', 'pyx.prom', 'seconds.csv']);
      }),
    ));

  test('an address is read while the load goes on, and is gone at the end', () =>
    inFolder(async (folder) => {
      const load = ['load', '--method', 'getblockcount', '--rate', '40', '--duration', '20s', '--warm-up', '0s'];
      const running = startPyx([...load, '--metrics', 'http://127.0.0.1:0/metrics', '--out', join(folder, 'out')]);
      await until('the address is printed', () => running.said().includes('metrics: http'));
      const [, address = ''] = /metrics: (http:\S+)/.exec(running.said()) ?? [];
      const read = async (): Promise<string> => (await fetch(address)).text();
      const counted = async (): Promise<number> =>
        valueOf(await read(), 'pyx_load_requests_total', { method: 'getblockcount', outcome: 'result' }) ?? 0;
      await until('calls are counted', async () => (await counted()) > 0);
      const first = await counted();
      await until('it goes on counting', async () => (await counted()) > first);
      running.child.kill('SIGINT');
      expect((await running.ended).code).toBe(130);
      await expect(read()).rejects.toThrow();
    }));

  test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('%s leaves a whole file and nothing beside it', (signal) =>
    inFolder(async (folder) => {
      const file = join(folder, 'metrics/pyx.prom');
      const load = ['load', '--method', 'getblockcount', '--rate', '40', '--duration', '60s', '--warm-up', '0s'];
      const running = startPyx([...load, '--metrics', file, '--out', join(folder, 'out')]);
      await until(
        'calls are counted',
        async () => existsSync(file) && valueOf(await readFile(file, 'utf8'), 'pyx_load_requests_total') !== undefined,
      );
      running.child.kill(signal);
      await running.ended;
      expect(parseMetrics(await readFile(file, 'utf8')).length).toBeGreaterThan(5);
      // A process that is killed can leave what it wrote at that moment: the next one removes it.
      if (signal === 'SIGKILL') await pyx(['load', 'none-such', '--metrics', file]);
      expect(await readdir(join(folder, 'metrics'))).toEqual(['pyx.prom']);
    }),
  );

  test('a collector that is down does not concern the load', () =>
    inFolder(async (folder) => {
      const to = ['--metrics', 'otlp+http://me:hidden-word@127.0.0.1:1/v1/metrics'];
      const { code, stdout, stderr } = await pyx(['load', 'explorer', ...easy, ...to, '--out', join(folder, 'out')]);
      expect(code, stdout + stderr).toBe(0);
      expect(
        stderr.match(/warning: metrics are not delivered to otlp\+http:\/\/127\.0\.0\.1:1\/v1\/metrics \(ECONNREFUSED\)/g),
      ).toHaveLength(1);
      expect(stderr).toMatch(/note: (\d+) of \1 deliver(?:y|ies) of metrics to otlp/);
      expect(stdout + stderr).not.toContain('hidden-word');
    }));

  test('tps reports its rounds, and its table has the arrivals', () =>
    inFolder(async (folder) => {
      const [file, table, out] = ['pyx.prom', 'arrivals.csv', 'out'].map((name) => join(folder, name)) as [string, string, string];
      const test = ['tps', '--transactions', '50', '--rounds', '2', '--warm-up', '1', '--start-in', '200ms'];
      const { code, stdout, stderr } = await pyx([...test, '--metrics', file, '--csv', table, '--out', out]);
      expect(code, stdout + stderr).toBe(0);
      const { rounds } = JSON.parse(await readFile(join(out, 'results.json'), 'utf8')) as TpsResults;
      const text = await readFile(file, 'utf8');
      expect(valueOf(text, 'pyx_tps_rounds_total', { counted: 'true' })).toBe(rounds.filter(({ uncounted }) => uncounted === null).length);
      expect(valueOf(text, 'pyx_tps_rounds_total')).toBe(3);
      expect(valueOf(text, 'pyx_tps_transactions_total', { outcome: 'received' })).toBe(150);
      expect(valueOf(text, 'pyx_tps_round_received')).toBe(50);
      expect(valueOf(text, 'pyx_tps_round_rate_per_second')).toBe(rounds[2]?.everywhere.transactionsPerS);
      expect(valueOf(text, 'pyx_node_memory_usage_bytes', { node: 'receiver-1' })).toBeGreaterThan(0);
      const rows = await rowsOf(table);
      for (const { round } of rounds)
        expect(
          sumOf(
            rows.filter((row) => row['round'] === String(round)),
            'arrived_transactions',
          ),
        ).toBe(50);
    }));

  test('run counts its cases by status, with --seeds those of each seed', () =>
    inFolder(async (folder) => {
      const [file, out] = [join(folder, 'pyx.prom'), join(folder, 'out')];
      const cases = ['run', '--method', 'getblockhash', '--seed', '1', '--metrics', file];
      expect(await pyx([...cases, '--out', out])).toMatchObject({ code: 0 });
      const { totals } = await resultsIn(out);
      const text = await readFile(file, 'utf8');
      expect(valueOf(text, 'pyx_run_cases_total', { status: 'passed' })).toBe(totals['passed']);
      expect(valueOf(text, 'pyx_run_planned_cases')).toBe(valueOf(text, 'pyx_run_cases_total'));
      expect(await pyx([...cases, '--seeds', '2', '--out', join(folder, 'seeds')])).toMatchObject({ code: 0 });
      expect(valueOf(await readFile(file, 'utf8'), 'pyx_run_planned_cases')).toBe(valueOf(text, 'pyx_run_planned_cases'));
    }));

  test('fuzz and selfcheck have theirs', () =>
    inFolder(async (folder) => {
      const file = join(folder, 'pyx.prom');
      const fuzz = ['fuzz', '--method', 'getblockcount', '--runs', '200', '--jobs', '1', '--no-corpus'];
      expect(await pyx([...fuzz, '--metrics', file, '--out', join(folder, 'fuzz')])).toMatchObject({ code: 0 });
      expect(valueOf(await readFile(file, 'utf8'), 'pyx_fuzz_requests_total')).toBeGreaterThan(0);
      const check = ['selfcheck', '--method', 'getblockcount', '--sample', '2', '--seed', '1'];
      const { stderr } = await pyx([...check, '--metrics', file, '--out', join(folder, 'selfcheck')]);
      const text = await readFile(file, 'utf8');
      expect(valueOf(text, 'pyx_selfcheck_done', { phase: 'cases' }), stderr).toBeGreaterThan(0);
    }));
});

describe('what cannot be used: exit 2, before a node is started', () => {
  const refused = async (args: readonly string[], message: RegExp, folder: string): Promise<void> => {
    const { code, stderr } = await pyx(['load', 'explorer', '--target', 'process:/nowhere/node', ...args, '--out', join(folder, 'out')]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) as string });
    expect(stderr).not.toMatch(/^\s+at /m);
  };

  test.each([
    [['--metrics', 'ftp://127.0.0.1/metrics'], /ftp:\/\/ is no form of an address that it takes; give FILE, /],
    [['--metrics', 'http://0.0.0.0:9464/metrics'], /listens on this machine only/],
    [['--metrics', '/proc/pyx.prom'], /--metrics: \/proc\/pyx\.prom cannot be written \(\w+\).*; name a/],
    [['--csv', '/proc/x/seconds.csv'], /--csv: .* cannot be written/],
    [['--engine', 'k6', '--csv', 'x.csv'], /--metrics and --csv have the figures of the engine of Pyx; leave out --engine k6/],
  ])('%j', (args, message) => inFolder((folder) => refused(args, message, folder)));

  test('a port on which another program listens', () =>
    inFolder(async (folder) => {
      const server = createServer();
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
      });
      const { port } = server.address() as AddressInfo;
      await refused(['--metrics', `http://127.0.0.1:${port}/metrics`], /another program listens there; name another port, or 0/, folder);
      server.close();
    }));

  test('a file of other content stays as it is', () =>
    inFolder(async (folder) => {
      await mkdir(join(folder, 'mine'));
      await writeFile(join(folder, 'mine/notes'), 'keep me');
      await refused(
        ['--metrics', join(folder, 'mine/notes')],
        /holds something else than what --metrics writes, which would be lost/,
        folder,
      );
      await refused(['--csv', join(folder, 'mine/notes')], /holds something else than what --csv writes, which would be lost/, folder);
      expect(await readFile(join(folder, 'mine/notes'), 'utf8')).toBe('keep me');
    }));
});
