import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, type TestContext } from 'vitest';
import type { SelfcheckResults } from '../../engine/selfcheck-results.ts';
import { needs } from '../require.ts';
import { killProcess, nodesOf, runs } from './processes.ts';
import { until } from '../until.ts';
import { inFolder, pyx, startPyx, type PyxRunning } from './pyx.ts';

const MAX_KILLS = 4;

const resultsIn = (folder: string): SelfcheckResults =>
  JSON.parse(readFileSync(join(folder, 'selfcheck.json'), 'utf8')) as SelfcheckResults;

/** So many faults that nodes are killed while they are tried: where nodes are restored, a fault takes a few hundredths of a second. */
const tried = {
  embedded: { methods: 'gettxout,getblockheader', sample: 120 },
  'process:litecoind': { methods: 'gettxout', sample: 18 },
} as const;
type Tried = keyof typeof tried;

const args = (target: Tried, folder: string): string[] =>
  `selfcheck --target ${target} --method ${tried[target].methods} --operator request/*,answer/plus-one,answer/dropped,answer/retyped,answer/nulled --sample ${tried[target].sample} --seed 5 --jobs 1 --out ${folder}`.split(
    ' ',
  );

async function faultsBegun(running: PyxRunning): Promise<void> {
  await until('faults are tried', async () => {
    if (running.child.exitCode !== null) throw new Error(`the selfcheck ended too soon: ${running.said()}`);
    return running.said().includes('faults (');
  });
}

async function needsProcesses(ctx: TestContext, target: string): Promise<void> {
  if (target === 'process:litecoind') await needs(ctx, 'litecoind');
  if (!existsSync('/proc/self/cmdline')) ctx.skip('the node’s process is found in /proc, which this system has not');
}

/** Kills each node of a selfcheck some time after it has come up. Returns the number of kills. */
async function killNodes(running: PyxRunning): Promise<number> {
  const killed = new Set<number>();
  while (running.child.exitCode === null && killed.size < MAX_KILLS) {
    // Real time: the node is to be killed in the middle of whatever it does then.
    await new Promise((resolve) => setTimeout(resolve, 700));
    const [node] = (await nodesOf(running.child.pid)).filter(({ pid }) => !killed.has(pid));
    if (!node) continue;
    if (killProcess(node.pid)) killed.add(node.pid);
  }
  return killed.size;
}

/** Makes the tests of a target. */
export function testKills(target: Tried): void {
  describe(`a selfcheck of ${target}`, () => {
    test('goes on when nodes are killed, and finds no fault because of it', async (ctx) => {
      await needsProcesses(ctx, target);
      await inFolder(async (folder) => {
        const undisturbed = join(folder, 'undisturbed');
        const { code, stderr } = await pyx(args(target, undisturbed));
        expect(code, stderr).toBe(0);

        const disturbed = join(folder, 'disturbed');
        const running = startPyx(args(target, disturbed));
        await faultsBegun(running);
        const kills = await killNodes(running);
        const ended = await running.ended;
        expect([ended.code, ended.signal], ended.stderr).toEqual([0, null]);
        expect(kills).toBeGreaterThan(1);

        const { faults, cases, internalErrors, lostNodes } = resultsIn(disturbed);
        expect(cases.failed).toEqual([]);
        expect(internalErrors).toEqual([]);
        expect(lostNodes.length).toBeLessThanOrEqual(kills);
        for (const { message } of lostNodes) expect(message).toContain('ended (signal SIGKILL)');
        const expected = new Map(resultsIn(undisturbed).faults.map((fault) => [fault.id, fault]));
        const other = faults.filter(({ id, status }) => status !== 'untried' && status !== expected.get(id)?.status);
        expect(other).toEqual([]);
        expect(faults.filter(({ finder }) => finder?.message.includes('SIGKILL') === true)).toEqual([]);
        // One killed node spoils two runs of one fault at most.
        expect(faults.filter(({ status, outOfScope }) => status === 'untried' && outOfScope === undefined).length).toBeLessThanOrEqual(
          kills,
        );
      });
    });

    test('keeps what was found on Ctrl-C, and leaves no node', async (ctx) => {
      await needsProcesses(ctx, target);
      await inFolder(async (folder) => {
        const running = startPyx(args(target, folder));
        await until('a fault is found', async () => {
          if (running.child.exitCode !== null) throw new Error(`the selfcheck ended too soon: ${running.said()}`);
          return /faults \([1-9]/.test(running.said());
        });
        const nodes = await nodesOf(running.child.pid);
        expect(nodes.length).toBeGreaterThan(0);
        running.child.kill('SIGINT');
        const { code, stdout, stderr } = await running.ended;
        expect(code, stderr).toBe(130);
        const { complete, faults } = resultsIn(folder);
        expect(complete).toBe(false);
        const statuses = faults.map(({ status }) => status);
        expect(statuses).toContain('found');
        expect(statuses).toContain('untried');
        expect(stdout).toContain('Not all faults were tried');
        for (const { pid, dataDir } of nodes) await until('the node has ended', async () => !(await runs(pid)) && !existsSync(dataDir));
      });
    });
  });
}
