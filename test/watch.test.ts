import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { otherCoind } from './support/other-coind.ts';
import { inFolder, pyx, startPyx } from './support/pyx.ts';
import { until } from './until.ts';

const CASES = 'methods/getblockcount/*,methods/getblockhash/*';

test('--watch runs again when the program changes: first what failed, then all; what cannot be started waits', async () => {
  await inFolder(async (folder) => {
    const program = await otherCoind(folder, { without: ['getblockcount'] }, 'noded');
    const args = ['--target', `process:${program}`, '--target-file', 'coind', '--case', CASES, '--seed', '3', '--jobs', '1'];
    const running = startPyx(['run', '--watch', ...args, '--out', join(folder, 'out')]);
    onTestFinished(() => void running.child.kill('SIGKILL')); // it would wait for ever
    /** What was printed since the last wait. */
    let seen = 0;
    const round = async (): Promise<string> => {
      await until(
        'a round has ended',
        () => running.said().slice(seen).includes('(Ctrl-C ends)') || running.child.exitCode !== null,
        60_000,
      );
      const said = running.said().slice(seen);
      seen = running.said().length;
      return said;
    };
    const first = await round();
    expect(first).toContain(`waiting for a change of ${program} or `);

    await otherCoind(folder, {}, 'noded');
    const second = await round();
    expect(second).toContain(`${program} has changed`);
    expect(second).toMatch(/first what failed before: \d+ cases[^]*they pass now: all cases/);

    await writeFile(program, '#!/bin/sh\necho "no such option" >&2; exit 1\n');
    expect(await round()).toMatch(/has changed\npyx: noded did not come up[^]*no such option/);

    running.child.kill('SIGINT');
    const { code, stdout } = await running.ended;
    expect(code).toBe(130);
    expect(stdout).toMatch(/^Failed [^]*^Passed [^]*^Passed /m);
  });
});

test.each([
  [['--seeds', '2'], 'use it without --seeds'],
  [['--target', 'http://127.0.0.1:1'], 'use it with embedded, with process:<binary>, or with --target-file'],
  [['--target', 'process:/nonexistent'], 'There is no program /nonexistent'],
])('--watch with %j is refused before a node is started', async (args, message) => {
  const { code, stderr } = await pyx(['run', '--watch', ...args]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
