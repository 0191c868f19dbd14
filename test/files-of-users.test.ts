import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inFolder, pyx } from './support/pyx.ts';

/** As in /etc/shadow. */
const SECRET = '$6$rounds=5000$saltsalt$Zm9vYmFy';
const DEEP = 100_000;
const bomb = Array.from(
  { length: 12 },
  (_, n) =>
    `a${n}: &a${n} [${Array(9)
      .fill(n === 0 ? 'x' : `*a${n - 1}`)
      .join(', ')}]\n`,
).join('');

/** A file that a user names, made in a folder, with the command that reads it and what it prints. */
const trials: readonly (readonly [string, (folder: string) => readonly string[], RegExp])[] = [
  ['a policy with an alias bomb', (folder) => (put(folder, 'pyx.yaml', bomb), ['gate']), /pyx\.yaml: it has too many aliases/],
  ['a policy that is a pipe', (folder) => (pipe(folder, 'pyx.yaml'), ['gate']), /cannot be read: it is no regular file/],
  [
    'a deep policy',
    (folder) => (put(folder, 'pyx.yaml', `target: ${'['.repeat(DEEP)}`), ['gate']),
    /pyx\.yaml: it is nested deeper than 256 levels at line 1, column \d+$/m,
  ],
  ['a file in place of a new folder', (folder) => ['spec', 'init', put(folder, 'a', '')], /is not a folder; name a new folder/],
  ['a folder below a file', (folder) => ['spec', 'init', join(put(folder, 'a', ''), 'b')], /spec init: .* cannot be written/],
  ['a journal that is a pipe', (folder) => (pipe(folder, 'journal.jsonl'), ['report', '.']), /journal\.jsonl: it is no regular file/],
  [
    'a deep journal',
    (folder) => (put(folder, 'journal.jsonl', `{"t":"note","text":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}\n`), ['report', '.']),
    /line 1: not a line of a journal: it is nested deeper than 1,000 levels/,
  ],
  [
    'a journal with 1e400',
    (folder) => (put(folder, 'journal.jsonl', '{"t":"time","what":"x","ms":1e400,"atMs":1}\n'), ['report', '.']),
    /line 1: not a line of a journal: it has a number that is too large/,
  ],
  ['results of a load that are a pipe', (folder) => (pipe(folder, 'a'), ['load', 'compare', 'a', 'a']), /a: it is no regular file/],
  [
    'a corpus that is a file',
    (folder) => (put(folder, 'a', ''), ['fuzz', '--corpus', 'a', '--runs', '1']),
    /a is not a folder; name another folder/,
  ],
  ['a scenario that is a device', () => ['load', '/dev/zero'], /scenario \/dev\/zero: it is no regular file/],
  ['a cookie that is a device', () => ['run', '--target', 'http://127.0.0.1:1', '--cookie', '/dev/zero'], /it is no regular file/],
];

function put(folder: string, name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return name;
}

const pipe = (folder: string, name: string): unknown => execFileSync('mkfifo', [join(folder, name)]);

test.each(trials)('%s is refused in one sentence', (_, args, message) =>
  inFolder(async (folder) => {
    const { code, stdout, stderr } = await pyx([...args(folder)], { cwd: folder });
    expect(stderr).toMatch(message);
    expect(`${stdout}${stderr}`).not.toMatch(/internal error|^\s+at /m);
    expect(code).toBe(2);
  }),
);

test('a target file that is a link to a file of secrets is named, and not quoted in any report', () =>
  inFolder(async (folder) => {
    for (const [name, content] of [
      ['one line', `root:${SECRET}:20228:0:99999:7:::\n`],
      ['two lines', `root:${SECRET}:20228:0:99999:7:::\nbin:${SECRET}:1:0:9:7:::\n`],
      ['a key', `${SECRET}: 1\n`],
    ] as const) {
      const own = join(folder, name);
      mkdirSync(own);
      put(own, 'shadow', content);
      symlinkSync(join(own, 'shadow'), join(own, 'target.yaml'));
      put(own, 'pyx.yaml', 'target: embedded\ntargetFile: target.yaml\ncases: [methods/getblockcount/*]\n');
      const { code, stdout, stderr } = await pyx(['gate', '--out', 'out'], { cwd: own, env: { GITHUB_ACTIONS: 'true' } });
      expect(`${stdout}${stderr}`).toMatch(/target\.yaml: .*line \d/);
      expect(code).toBe(2);
      expect(`${stdout}${stderr}`).not.toContain('saltsalt');
      const quoting = execFileSync('bash', ['-c', 'grep -rl saltsalt out || true'], { cwd: own, encoding: 'utf8' });
      expect(quoting).toBe('');
    }
  }));
