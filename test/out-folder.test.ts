import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../fixtures/targets/free-ports.ts';
import { inFolder, pyx, resultsIn } from './support/pyx.ts';
import { pyxCommands } from './support/pyx-commands.ts';

/** Files of a user, as Pyx writes some of the same name. */
const files: Readonly<Record<string, string>> = {
  'allure-results/0d1f-result.json': '{"labels":[{"name":"framework","value":"vitest"}]}',
  'allure-results/environment.properties': 'browser=firefox',
  'allure-results/notes.txt': 'text',
  'index.html': '<!doctype html><title>Our site</title>',
  'journal.jsonl': '{"day":1}\n',
  'results.json': '{"tests":[]}',
  'summary.md': '# Ours\n',
};

function plant(out: string, names: readonly string[] = Object.keys(files)): void {
  mkdirSync(join(out, 'allure-results'), { recursive: true });
  for (const name of names) writeFileSync(join(out, name), files[name]!);
}

const unchanged = (out: string): boolean => Object.entries(files).every(([name, text]) => readFileSync(join(out, name), 'utf8') === text);

type Args = (target: string, address: string) => readonly string[];

/** Commands that need more than a target to begin, and further uses of a command. */
const others: Readonly<Record<string, Args>> = {
  'run of several seeds': (target) => ['run', '--seeds', '2', '--target', target],
  fuzz: (target) => ['fuzz', '--target', target, '--runs', '1'],
  diff: (target) => ['diff', target, target],
  load: (target) => ['load', 'explorer', '--target', target],
  'load --beside': (target) => ['load', 'explorer', '--target', target, '--beside', target],
  'load --emit': (_, address) => ['load', 'explorer', '--target', address, '--engine', 'k6', '--emit'],
};

/** Every command with an output folder that works on nodes. */
const commands: Readonly<Record<string, Args>> = {
  ...Object.fromEntries(
    [...(await pyxCommands())]
      .filter(([, options]) => options.has('--out') && options.has('--target'))
      .map(([command]): [string, Args] => [command, (target) => [command, '--target', target]]),
  ),
  ...others,
};

test.each(Object.entries(commands))(
  '%s: a folder of the user is refused before a node is started, and nothing in it changes',
  async (command, args) => {
    await inFolder(async (folder) => {
      const [trap, out] = [join(folder, 'trap'), join(folder, 'site')];
      writeFileSync(trap, `#!/bin/sh\ntouch '${folder}/was-started'\n`, { mode: 0o755 });
      writeFileSync(join(folder, 'pyx.yaml'), 'target: embedded\n');
      plant(out);
      const words = args(`process:${trap}`, `http://127.0.0.1:${await freePort()}`);
      const option = command === 'load --emit' ? '--emit' : '--out'; // the first has it as its last word
      const { code, stdout, stderr } = await pyx([...words, ...(option === '--emit' ? [] : [option]), out], { cwd: folder });
      expect(stderr).toContain(`${option}: ${out} is not empty, and was not written by pyx (allure-results, index.html, journal.jsonl, …)`);
      expect(stderr).toContain('; name a new or empty folder');
      expect(stderr).not.toMatch(/\n\s+at /);
      expect([code, stdout]).toEqual([2, '']);
      expect(existsSync(join(folder, 'was-started'))).toBe(false);
      expect(unchanged(out)).toBe(true);
      expect(readdirSync(out, { recursive: true })).toHaveLength(Object.keys(files).length + 1);
    });
  },
);

test('reports of another folder are refused too; those of a run replace earlier ones, and nothing that others wrote', async () => {
  await inFolder(async (folder) => {
    const [run, site] = [join(folder, 'run'), join(folder, 'site')];
    plant(site);
    const args = ['run', '--suite', 'methods', '--method', 'getblockcount', '--reports', 'all'];
    expect((await pyx([...args, '--seed', '1', '--out', run])).code).toBe(0);
    const refused = await pyx(['report', run, '--out', site]);
    expect([refused.code, unchanged(site)]).toEqual([2, true]);
    expect((await pyx(['report', run, '--out', join(folder, 'again')])).code).toBe(0);

    // A folder of an earlier version has no mark.
    rmSync(join(run, '.pyx'));
    const others = Object.keys(files).filter((name) => name.startsWith('allure-results/') && !name.endsWith('.properties'));
    plant(run, others);
    const results = (): number => readdirSync(join(run, 'allure-results')).length;
    const before = results();
    expect((await pyx([...args, '--seed', '2', '--out', run])).code).toBe(0);
    expect((await resultsIn(run)).seed).toBe(2);
    expect(results()).toBe(before);
    expect(others.map((name) => readFileSync(join(run, name), 'utf8'))).toEqual(others.map((name) => files[name]));
  });
});

test('a gate writes to its folder again, also after one that was killed', async () => {
  await inFolder(async (folder) => {
    writeFileSync(join(folder, 'pyx.yaml'), 'target: embedded\nsuites: [methods]\nmethods: [getblockcount]\nseeds: [1, 2]\n');
    for (let time = 0; time < 2; time++) {
      const { code, stderr } = await pyx(['gate', '--out', 'out'], { cwd: folder });
      expect(code, stderr).toBe(0);
      expect(readdirSync(join(folder, 'out')).sort()).toEqual(expect.arrayContaining(['gate.json', 'run-1', 'run-2']));
      // What a killed one leaves: the journal of its first part.
      for (const name of ['gate.json', 'index.html', 'pyx.sarif', 'summary.md', 'run-2'])
        rmSync(join(folder, 'out', name), { recursive: true });
    }
  });
});
