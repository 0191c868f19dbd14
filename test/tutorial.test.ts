import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startCommand, type CommandEnded } from './support/command.ts';
import { installIn } from './support/installed.ts';
import { inFolder } from './support/pyx.ts';
import { needs } from './require.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/tutorial.md'), 'utf8');

/** The blocks of commands of the page, each with the exit code that it names; default 0. */
const blocks = Array.from(page.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, script = '']) => ({
  script,
  code: Number(/# exit code (\d+)/.exec(script)?.[1] ?? 0),
}));

/** Two minutes on a machine that has nothing else to do. */

test('the commands of the tutorial lead from red to green, and a fault beside the accepted differences is red', async (ctx) => {
  await needs(ctx, 'litecoind');
  await inFolder(async (folder) => {
    await installIn(folder);
    const ended: CommandEnded[] = [];
    for (const { script, code } of blocks) {
      const one = await startCommand('bash', ['-e', '-c', script], { cwd: folder }).ended;
      expect(one.code, `${script}\n${one.stdout}\n${one.stderr}`).toBe(code);
      ended.push(one);
    }
    const output = (part: string): string => ended[blocks.findIndex(({ script }) => script.includes(part))]?.stdout ?? '';
    // The next steps that `init` prints are those of the page.
    for (const command of ['--learn acme.yaml', 'pyx gate', 'pyx accept']) expect(output('pyx init')).toContain(command);
    expect(output('--out pyx-out/first')).toContain('hex is missing');
    expect(output('pyx accept')).toMatch(/^acme\.yaml: \d+ differences accepted by \d+ entries$/m);
    const entry = /^```yaml\naccepted:\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? 'no entry';
    expect(await readFile(join(folder, 'acme.yaml'), 'utf8')).toContain(entry);
    expect(output('--out pyx-out/third')).toContain('the new transaction is not in the memory pool');
    expect(output('--out pyx-out/third')).not.toContain('is missing');
  });
});
