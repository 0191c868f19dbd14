import { expect } from 'vitest';
import { inFolder, pyx, resultsIn, type Results } from './pyx.ts';

/** Failed, unstable and skipped cases, one line each, for the message of a failed test. */
function problems(results: Results): string[] {
  return results.cases
    .filter(({ status }) => status === 'failed' || status === 'unstable' || status === 'skipped')
    .map(({ id, status, findings }) => `${status} ${id}: ${findings.map(({ message }) => message).join(' | ')}`);
}

/** Of a trial with `--shard I/N`, the arguments and N; N is 1 for the whole trial. */
function sharded(shard: string | undefined): { args: readonly string[]; parts: number } {
  return { args: shard === undefined ? [] : ['--shard', shard], parts: Number(shard?.split('/')[1] ?? 1) };
}

/**
 * Runs the trial, or a shard of it, with its target file: expects accepted differences only, and of the whole trial calls of
 * every offered method.
 */
export async function expectNoFailures(target: string, seed: number, shard?: string): Promise<void> {
  const { args, parts } = sharded(shard);
  await inFolder(async (folder) => {
    const { code, stderr } = await pyx(['run', '--target', target, '--seed', String(seed), '--out', folder, ...args], {});
    const results = await resultsIn(folder);
    expect(problems(results), `seed ${seed}`).toEqual([]);
    expect(code, stderr).toBe(0);
    expect(results.complete).toBe(true);
    expect(results.cases.length).toBeGreaterThanOrEqual(2_500 / parts);
    expect(results.coverage.methods.covered).toBeGreaterThanOrEqual(parts === 1 ? 95 : parts <= 3 ? 80 : 50);
  });
}

/** Runs the trial, or a shard of it, without a target file: expects findings, each with a message and evidence that can fail a case. */
export async function expectFindings(target: string, seed: number, shard?: string): Promise<void> {
  const { args, parts } = sharded(shard);
  await inFolder(async (folder) => {
    const given = ['--target', target, '--target-file', 'none', '--seed', String(seed), '--out', folder, ...args];
    const { code, stderr } = await pyx(['run', ...given]);
    expect(code, stderr).toBe(1);
    const { cases } = await resultsIn(folder);
    // A node without its start options may not support all cases, but Pyx must have no internal error.
    expect(cases.filter(({ internal }) => internal === true)).toEqual([]);
    const failed = cases.filter(({ status }) => status === 'failed');
    expect(failed.length).toBeGreaterThan(100 / parts);
    for (const { id, findings } of failed) {
      expect(
        findings.some(({ evidence }) => evidence !== 'observation'),
        id,
      ).toBe(true);
      for (const { message } of findings) expect(message, id).not.toBe('');
    }
  });
}
