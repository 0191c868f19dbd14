import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readLoadResults } from '../reports/load/read-load-results.ts';
import { needs } from './require.ts';
import { inFolder, pyx } from './support/pyx.ts';

const calls = ['load', '--method', 'getblockcount', '--rate', '100', '--warm-up', '200ms'];

describe('pyx load --fault', () => {
  test.for(['embedded', 'process:litecoind'])(
    'says what clients saw when the node was killed, restarted and halted (%s)',
    async (target, ctx) => {
      if (target !== 'embedded') await needs(ctx, 'litecoind');
      await inFolder(async (out) => {
        const faults = ['kill@5%', 'restart@40%', 'pause@75%-85%'].flatMap((fault) => ['--fault', fault]);
        const { code, stdout, stderr } = await pyx([...calls, '--target', target, '--duration', '20s', ...faults, '--out', out]);
        expect(code, stdout + stderr).toBe(0);
        const { plannedFaults = [], complete, totals, durationMs } = readLoadResults(out);
        expect([complete, durationMs]).toEqual([true, 20_000]);
        expect(plannedFaults.map(({ fault }) => fault)).toEqual(['kill@5%', 'restart@40%', 'pause@75%-85%']);
        const [killed, restarted] = plannedFaults;
        for (const { firstAnswerAfterMs, overAfterMs } of plannedFaults) {
          expect(firstAnswerAfterMs).toBeGreaterThan(0);
          expect(overAfterMs).toBeGreaterThan(0);
        }
        // While it starts, connections are refused.
        for (const { failed, errors } of [killed!, restarted!]) {
          expect(errors.find(({ class: kind }) => kind === 'connection')?.count).toBeGreaterThan(0);
          expect(failed).toBe(errors.reduce((sum, { count }) => sum + count, 0));
        }
        expect(totals.results).toBeGreaterThan(0);
        expect(stdout).toMatch(/^fault +at +over after +first answer after +failed +errors until then$/m);
        expect(await readFile(join(out, 'index.html'), 'utf8')).toContain('<h2>Planned faults');
      });
    },
  );

  test.each([
    [['explorer', '--fault', 'restart@50%'], /--fault needs calls that arrive at a rate: .*; add --rate/],
    [[...calls.slice(1), '--fault', 'partition:a|b@20%-50%'], /there is no node a; the nodes are node/],
    [[...calls.slice(1), '--fault', 'kill@50%', '--repeat', '3'], /--fault is for one load/],
    [[...calls.slice(1), '--fault', 'pause@30%-50%', '--fault', 'kill@40%'], /begins before pause@30%-50% is over/],
    [
      [...calls.slice(1), '--fault', 'kill@50%', '--target', 'http://127.0.0.1:9'],
      /Pyx cannot kill a node of http:\/\/127.0.0.1:9; use nodes that Pyx starts/,
    ],
  ])('refuses %j with a remedy', async (args, message) => {
    const { code, stderr } = await pyx(['load', ...args]);
    expect(code, stderr).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('    at ');
  });
});
