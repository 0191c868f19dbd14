import { join } from 'node:path';
import { expect, test } from 'vitest';
import { badlyEndingCoind, ONLY_ONE, type BadEnding } from './support/badly-ending-coind.ts';
import { inFolder, pyx, resultsIn, type PyxEnded, type Results } from './support/pyx.ts';

interface Tried extends PyxEnded {
  readonly results: Results;
}

const tryNode = (how: BadEnding, cases: string, jobs: number, check: (tried: Tried) => void): Promise<void> =>
  inFolder(async (folder) => {
    const target = `process:${await badlyEndingCoind(folder, how)}`;
    const out = join(folder, 'out');
    const args = ['--case', cases, '--seed', '1', '--jobs', `${jobs}`, '--out', out];
    const ended = await pyx(['run', '--target', target, '--target-file', 'coind', ...args]);
    check({ ...ended, results: await resultsIn(out) });
  });

test('a start option that is refused late makes its cases inapplicable, with the line of the log that says why', () =>
  tryNode({ lateMs: 0 }, 'rules/voteraw/*,methods/masternode-status/*,rules/getbestblockhash/*', 2, ({ code, stderr, results }) => {
    expect(code, stderr).toBe(0);
    const without = results.cases.filter(({ status }) => status === 'inapplicable');
    expect(without.length).toBeGreaterThan(2);
    for (const { reason } of without) expect(reason).toMatch(/does not start with -masternode=1 /);
    for (const { reason } of without) expect(reason).toContain(`its log says: ${ONLY_ONE}; its last lines: `);
    expect(results.totals).toMatchObject({ failed: 0, skipped: 0 });
  }));

// With one job its cases take several times as long as it lives.
test('a node that ends itself later is one finding, not one for each case', () =>
  tryNode({ lateMs: 1_700 }, 'rules/masternode*,methods/masternode*,invariants/masternode*', 1, ({ code, stdout, results }) => {
    const failed = results.cases.filter(({ status }) => status === 'failed');
    expect(failed.length).toBeLessThanOrEqual(1);
    expect(failed.map(({ id }) => id)).not.toContain('node/died');
    for (const { findings } of failed) expect(findings[0]?.message).toContain(`; its log says: ${ONLY_ONE}; its last lines: `);
    expect(code).toBe(failed.length > 0 ? 1 : 0);
    if (failed.length > 0) expect(stdout).toContain('from one cause');
    expect(results.totals['inapplicable']).toBeGreaterThan(30);
  }));

test('a node that dies of its stop is a finding', () =>
  tryNode('aborts', 'rules/getbestblockhash/*', 1, ({ code, results }) => {
    expect(code).toBe(1);
    const [finding] = results.cases.find(({ id }) => id === 'node/died')?.findings ?? [];
    expect(finding).toMatchObject({ check: 'died', evidence: 'health' });
    expect(finding?.message).toMatch(/^default-1 died at stop \(signal SIGABRT\); its last lines: /);
  }));

test('a node that has to be killed at its stop is a finding, and so is a process that remains', async () => {
  await tryNode('stays', 'rules/getbestblockhash/*', 1, ({ code, stderr, results }) => {
    expect(code, stderr).toBe(1);
    const [finding] = results.cases.find(({ id }) => id === 'node/not-ended')?.findings ?? [];
    expect(finding).toMatchObject({ check: 'not-ended', evidence: 'health' });
    expect(finding?.message).toMatch(
      /^default-1 did not end within 10 s after stop, and was killed \(signal SIGKILL\); again without any case: default-2 /,
    );
    expect(stderr).toContain('note: default-1 did not end within 10 s after stop');
  });
  await tryNode('leaves', 'rules/getbestblockhash/*', 1, ({ code, results }) => {
    expect(code).toBe(1);
    const [finding] = results.cases.find(({ id }) => id === 'node/processes-left')?.findings ?? [];
    expect(finding?.message).toMatch(/^default-1 left processes running when it had ended: sleep \(pid \d+\); they were killed$/);
  });
});
