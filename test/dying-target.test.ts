import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type TestContext } from 'vitest';
import { needs } from './require.ts';
import { nodesOf, runs, type NodeFound } from './support/processes.ts';
import { until } from './until.ts';
import { inFolder, journalIn, resultsIn, startPyx, type PyxEnded, type PyxRunning } from './support/pyx.ts';

/** Long enough to be interrupted in the middle, and short enough to get there soon. */
const trial = ['run', '--target', 'process:litecoind', '--suite', 'methods', '--family', 'chain,raw', '--seed', '5', '--jobs', '1'];

interface Midway {
  readonly running: PyxRunning;
  readonly node: NodeFound;
  readonly outDir: string;
}

/** Starts a trial and disturbs it after some cases. Cleans up everything that it started. */
async function midway(ctx: TestContext, act: (midway: Midway) => Promise<void>): Promise<void> {
  await needs(ctx, 'litecoind');
  if (!existsSync('/proc/self/cmdline')) ctx.skip('the node’s process is found in /proc, which this system has not');
  await inFolder(async (outDir) => {
    const running = startPyx([...trial, '--out', outDir]);
    try {
      let over = false;
      void running.ended.then(() => (over = true));
      await until('20 outcomes in the journal', async () => {
        if (over) throw new Error(`the trial ended too soon: ${running.said()}`);
        return (await outcomesIn(outDir)) >= 20;
      });
      const [node] = await nodesOf(running.child.pid);
      if (!node) throw new Error('the trial runs without a node');
      await act({ running, node, outDir });
    } finally {
      running.child.kill('SIGKILL');
      await running.ended;
    }
  });
}

async function outcomesIn(outDir: string): Promise<number> {
  if (!existsSync(join(outDir, 'journal.jsonl'))) return 0;
  return (await journalIn(outDir)).filter(({ t }) => t === 'outcome').length;
}

/** Waits for the end of a trial, up to a time limit. */
async function endOf(running: PyxRunning, withinMs: number): Promise<PyxEnded> {
  const startedAt = performance.now();
  const ended = await running.ended;
  expect(performance.now() - startedAt).toBeLessThan(withinMs);
  expect(ended.signal).toBeNull();
  return ended;
}

async function nothingLeft({ pid, dataDir }: NodeFound): Promise<void> {
  await until('the node has ended', async () => !(await runs(pid)));
  await until(`${dataDir} is gone`, async () => !existsSync(dataDir));
}

test('a node killed halfway is one finding, and the trial continues with a new node', (ctx) =>
  midway(ctx, async ({ running, node, outDir }) => {
    process.kill(node.pid, 'SIGKILL');
    const { code, stdout } = await running.ended;
    expect(code).toBe(1);
    const results = await resultsIn(outDir);
    expect(results.complete).toBe(true);
    const start = (await journalIn(outDir)).find(({ t }) => t === 'start') as { planned?: number } | undefined;
    expect(results.cases.length).toBe(start?.planned);
    expect(results.totals['skipped']).toBe(0);

    // One case has failed, and only for that reason.
    const failed = results.cases.filter(({ status }) => status === 'failed');
    expect(failed.map(({ findings }) => findings.map(({ check, evidence }) => `${evidence}/${check}`))).toEqual([['health/died']]);
    const message = failed[0]?.findings[0]?.message ?? '';
    expect(message).toMatch(/^the node ended \(signal SIGKILL\) (while .* was in flight|after .* was answered|by itself before this case)/);
    expect(message).toMatch(/; not reproduced on a fresh node$/);
    expect(stdout).toContain('the node ended (signal SIGKILL)');
    await nothingLeft(node);
  }));

test('Ctrl-C keeps the results so far and leaves no node and no data', (ctx) =>
  midway(ctx, async ({ running, node, outDir }) => {
    const before = await outcomesIn(outDir);
    running.child.kill('SIGINT');
    const { code, stderr } = await endOf(running, 10_000);
    expect(code).toBe(130);
    expect(stderr).toContain('the results so far are kept');
    const results = await resultsIn(outDir);
    expect(results.complete).toBe(false);
    expect(results.cases.filter(({ status }) => status !== 'skipped').length).toBeGreaterThanOrEqual(before);
    expect(existsSync(join(outDir, 'junit.xml'))).toBe(true);
    await nothingLeft(node);
  }));

test('Ctrl-C twice exits at once, and leaves no node and no data', (ctx) =>
  midway(ctx, async ({ running, node }) => {
    running.child.kill('SIGINT');
    await until('the first Ctrl-C is handled', async () => running.said().includes('again to exit at once'));
    running.child.kill('SIGINT');
    const { code } = await endOf(running, 3_000);
    expect(code).toBe(130);
    await nothingLeft(node);
  }));

test('a trial that is killed leaves no node and no data, and a journal that can be read', (ctx) =>
  midway(ctx, async ({ running, node, outDir }) => {
    running.child.kill('SIGKILL');
    await running.ended;
    await nothingLeft(node);
    const journal = await journalIn(outDir);
    expect(journal[0]?.t).toBe('start');
    expect(journal.some(({ t }) => t === 'end')).toBe(false);
    expect((await readFile(join(outDir, 'journal.jsonl'), 'utf8')).length).toBeGreaterThan(0);
    // A report can be written from it.
    const report = await startPyx(['report', outDir, '--json']).ended;
    expect(report.code, report.stderr).toBe(1);
    expect((await resultsIn(outDir)).complete).toBe(false);
  }));
