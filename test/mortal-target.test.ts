import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openProcessTarget } from '../fixtures/targets/process-target.ts';
import type { RunningNode } from '../fixtures/targets/types.ts';
import { mortalCoind } from './support/mortal-coind.ts';
import { inFolder, pyx, resultsIn, type PyxEnded } from './support/pyx.ts';

const deaths: Readonly<Record<string, RegExp>> = {
  'envelope/size/depth-100000':
    /while a request with a body of 200\d{3} bytes \(.*\[\[\[.*\) was in flight; its last lines: .*mortal: killed by deepJson$/,
  'methods/abandontransaction/near-miss/txid:all-zero':
    /while abandontransaction was in flight; its last lines: .*mortal: killed by writing$/,
  'methods/combinepsbt/near-miss/txs:empty': /while combinepsbt was in flight; its last lines: .*mortal: killed by emptyList$/,
};

/** Trials of a running node that Pyx did not start. */
function tryRemote({ client, credentials }: RunningNode, outDir: string, more: readonly string[]): Promise<PyxEnded> {
  return pyx(['run', '--target', client.address, '--seed', '3', '--out', outDir, ...more], {
    env: { PYX_RPC_USER: credentials?.user ?? '', PYX_RPC_PASSWORD: credentials?.password ?? '' },
  });
}

test('a node that dies of three requests gives three confirmed findings, and all other cases run', () =>
  inFolder(async (folder) => {
    const program = await mortalCoind(folder);
    const cases = [
      'envelope/size/*',
      'envelope/json/*',
      'methods/combinepsbt/*',
      'methods/abandontransaction/*',
      'methods/getblock/*',
      'invariants/chain-tip/*',
    ];
    const { code, stdout, stderr } = await pyx([
      'run',
      '--target',
      `process:${program}`,
      '--case',
      cases.join(','),
      '--seed',
      '3',
      '--jobs',
      '2',
      '--out',
      join(folder, 'out'),
    ]);
    expect(code, stderr).toBe(1);
    const { complete, totals, cases: tried } = await resultsIn(join(folder, 'out'));
    expect({ complete, skipped: totals['skipped'] }).toEqual({ complete: true, skipped: 0 });
    const failed = tried.filter(({ status }) => status === 'failed');
    expect(failed.map(({ id }) => id).sort()).toEqual(Object.keys(deaths));
    for (const { id, findings } of failed) {
      expect(
        findings.map(({ check, evidence }) => `${evidence}/${check}`),
        id,
      ).toEqual(['health/died']);
      expect(findings[0]?.message, id).toMatch(deaths[id] as RegExp);
      expect(findings[0]?.message, id).not.toContain('not reproduced');
    }
    expect(stdout).toContain('killed by emptyList');
  }));

test('a node that Pyx did not start receives these requests only with --stress', () =>
  inFolder(async (folder) => {
    const target = await openProcessTarget(await mortalCoind(folder));
    try {
      const node = await target.start('default');
      const { stderr } = await tryRemote(node, join(folder, 'out'), ['--read-only']);
      expect(node.alive(), stderr).toBe(true);
      const { complete, totals, cases } = await resultsIn(join(folder, 'out'));
      expect(complete).toBe(true);
      expect(totals['passed']).toBeGreaterThan(200);
      expect(cases.filter(({ findings }) => findings.some(({ evidence }) => evidence === 'health'))).toEqual([]);
      const deep = cases.find(({ id }) => id === 'envelope/size/depth-100000');
      expect(deep).toMatchObject({
        status: 'inapplicable',
        reason:
          'the nesting of its requests can crash or block a node, and Pyx did not start this one; use --stress to run the case anyway',
      });

      const { code } = await tryRemote(node, join(folder, 'out'), ['--read-only', '--stress', '--case', 'envelope/size/depth-100000']);
      expect(code).toBe(1);
      expect(node.alive()).toBe(false);
      const stressed = await resultsIn(join(folder, 'out'));
      expect(stressed.cases.map(({ findings }) => findings.map(({ check }) => check))).toEqual([['unresponsive']]);
    } finally {
      await target.close();
    }
  }));
