import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { otherCoind } from './support/other-coind.ts';
import { inFolder, pyx, startPyx, type PyxRunning } from './support/pyx.ts';
import { until } from './until.ts';

const CASES = 'methods/getblockcount/*,methods/getblockhash/*';

/** Each call waits for the end of a round, and returns what was printed since the one before. */
function roundsOf(running: PyxRunning): () => Promise<string> {
  let seen = 0;
  return async () => {
    await until('a round has ended', () => running.said().slice(seen).includes('(Ctrl-C ends)') || running.child.exitCode !== null);
    const said = running.said().slice(seen);
    seen = running.said().length;
    return said;
  };
}

test('--watch runs again when the program changes: first what failed, then all; what cannot be started waits', async () => {
  await inFolder(async (folder) => {
    const program = await otherCoind(folder, { without: ['getblockcount'] }, 'noded');
    const args = ['--target', `process:${program}`, '--target-file', 'coind', '--case', CASES, '--seed', '3', '--jobs', '1'];
    const running = startPyx(['run', '--watch', ...args, '--out', join(folder, 'out')]);
    onTestFinished(() => void running.child.kill('SIGKILL')); // it would wait for ever
    const round = roundsOf(running);
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

test('--watch runs again when a file of accepted differences that the target file names has changed, or is there at last', async () => {
  await inFolder(async (folder) => {
    const [targetFile, list, other] = ['t.yaml', 'list.yaml', 'other.yaml'].map((name) => join(folder, name)) as [string, string, string];
    const entry = '- { what: { method: getblock, check: refused }, why: So it is. }\n';
    await writeFile(targetFile, 'name: t\naccepted: list.yaml\n');
    await writeFile(list, entry);
    const args = ['--target-file', targetFile, '--case', CASES, '--seed', '3', '--out', join(folder, 'out')];
    const running = startPyx(['run', '--watch', ...args]);
    onTestFinished(() => void running.child.kill('SIGKILL')); // it would wait for ever
    const round = roundsOf(running);
    expect(await round()).toMatch(/waiting for a change of .*t\.yaml or .*list\.yaml \(Ctrl-C ends\)/);
    await writeFile(list, `${entry}${entry.replace('getblock', 'getblockhash')}`);
    expect(await round()).toContain(`${list} has changed`);
    // Another list, which is not there yet.
    await writeFile(targetFile, 'name: t\naccepted: other.yaml\n');
    expect(await round()).toMatch(/t\.yaml has changed\npyx: .*other\.yaml: no such file[^]*or .*other\.yaml \(Ctrl-C ends\)/);
    await writeFile(other, entry);
    expect(await round()).toContain(`${other} has changed`);
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
  });
});

test.each([
  [['--seeds', '2'], 'use it without --seeds'],
  [['--live'], '--live shows one run; use it without --seeds and --watch'],
  [['--metrics', 'figures.prom'], '--metrics has the figures of one run; use it without --watch'],
  [['--target', 'http://127.0.0.1:1'], 'use it with embedded, with process:<binary>, or with --target-file'],
  [['--target', 'process:/nonexistent'], 'There is no program /nonexistent'],
])('--watch with %j is refused before a node is started', async (args, message) => {
  const { code, stderr } = await pyx(['run', '--watch', ...args]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
