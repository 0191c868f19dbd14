import { expect } from 'vitest';
import { inFolder, pyx, resultsIn, type Results } from './pyx.ts';

/** Long enough for a machine with other work to do; how long it takes alone is for a benchmark to say. */
const WITHIN_MS = 400_000;

/** Cases that came out badly, one line each, for the message of a test that fails. */
function troubles(results: Results): string[] {
  return results.cases
    .filter(({ status }) => status === 'failed' || status === 'skipped')
    .map(({ id, status, findings }) => `${status} ${id}: ${findings.map(({ message }) => message).join(' | ')}`);
}

/** The whole trial with its target file: nothing but accepted differences, every method the node offers called. */
export async function expectGreen(target: string, seed: number): Promise<void> {
  await inFolder(async (folder) => {
    const { code, stderr } = await pyx(['run', '--target', target, '--seed', String(seed), '--out', folder], { withinMs: WITHIN_MS });
    const results = await resultsIn(folder);
    expect(troubles(results), `seed ${seed}`).toEqual([]);
    expect(code, stderr).toBe(0);
    expect(results.complete).toBe(true);
    expect(results.cases.length).toBeGreaterThanOrEqual(2_500);
    expect(results.coverage.methods.covered).toBeGreaterThanOrEqual(95);
  });
}

/** The whole trial without a target file: findings, each of a kind that can fail, with a message and evidence. */
export async function expectFindings(target: string, seed: number): Promise<void> {
  await inFolder(async (folder) => {
    const { code, stderr } = await pyx(['run', '--target', target, '--target-file', 'none', '--seed', String(seed), '--out', folder], {
      withinMs: WITHIN_MS,
    });
    expect(code, stderr).toBe(1);
    const { cases } = await resultsIn(folder);
    // A node that is not started as it needs may not be able to do all that a case takes; Pyx must be.
    expect(cases.filter(({ internal }) => internal === true)).toEqual([]);
    const failed = cases.filter(({ status }) => status === 'failed');
    expect(failed.length).toBeGreaterThan(100);
    for (const { id, findings } of failed) {
      expect(
        findings.some(({ evidence }) => evidence !== 'observation'),
        id,
      ).toBe(true);
      for (const { message } of findings) expect(message, id).not.toBe('');
    }
  });
}
