import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JournalLine } from '../engine/journal-lines.ts';
import { outcome, start, writeJournal } from '../reports/testing/sample-journal.ts';
import { startCommand, type CommandOptions } from './support/command.ts';
import { inFolder, pyx } from './support/pyx.ts';

const at = (path: string, method: string): JournalLine =>
  outcome({
    id: `methods/${method}/required-only`,
    method,
    status: 'failed',
    findings: [
      {
        check: 'presence',
        evidence: 'document',
        source: 'document 2, Block',
        message: `${path} is missing, expected in every result by the documents`,
        path,
        difference: { method, path, check: 'presence', found: 'missing' },
      },
    ],
  });

const targetFile = `# A release of ours.
name: Acme 1 # the first
accepted: # by what differs
  - what: { method: getpeerinfo, path: "[].banscore", check: presence, found: missing }
    why: >-
      Removed long ago,
      see the notes. # no comment
  # The end.
match: "^/Acme:1/"
`;

/** The results of a run in a folder, with its target file. */
async function withRun(work: (folder: string, file: string, dir: string) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    const file = join(folder, 'acme.yaml');
    await writeFile(file, targetFile);
    const target = { ...start.target, subversion: '/Acme:1/', targetFile: file };
    const lines: JournalLine[] = [
      { ...start, target },
      at('hex', 'decodescript'),
      at('bits', 'getblockheader'),
      { t: 'end', complete: true, durationMs: 1 },
    ];
    writeJournal(join(folder, 'journal.jsonl'), lines);
    await work(folder, file, folder);
  });
}

const entry = (method: string, path: string, why: string): string =>
  `  - what: { method: ${method}, path: ${path}, check: presence, found: missing }\n    why: ${why}\n    seen: /Acme:1/\n`;

describe('pyx accept', () => {
  test('--all takes all into the target file of the results: nothing else of it changes', async () => {
    await withRun(async (_folder, file, dir) => {
      const { code, stdout } = await pyx(['accept', dir, '--all', '--why', 'As it was: fine.']);
      expect([code, stdout.trim()]).toEqual([0, `${file}: 2 differences accepted by 2 entries`]);
      const added = entry('decodescript', 'hex', '"As it was: fine."') + entry('getblockheader', 'bits', '"As it was: fine."');
      const [before = '', after = ''] = targetFile.split('  # The end.\n');
      const written = await readFile(file, 'utf8');
      expect(written).toHaveLength(before.length + added.length + '  # The end.\n'.length + after.length);
      expect(written.startsWith(before)).toBe(true);
      expect(written.endsWith(`  # The end.\n${after}`)).toBe(true);
      const again = await pyx(['accept', dir, '--all']);
      expect([again.code, again.stdout.trim()]).toEqual([0, `nothing to accept: ${file} is as it was`]);
    });
  });

  test('--dry-run prints a patch and writes nothing; --only selects', async () => {
    await withRun(async (_folder, file, dir) => {
      const { code, stdout } = await pyx(['accept', dir, '--all', '--only', 'decodescript', '--dry-run']);
      expect(code).toBe(0);
      expect(stdout.split('\n').filter((line) => /^[+-]/.test(line))).toEqual([
        `--- ${file}`,
        `+++ ${file}`,
        '+  - what: { method: decodescript, path: hex, check: presence, found: missing }',
        '+    why: not explained yet',
        '+    seen: /Acme:1/',
      ]);
      expect(await readFile(file, 'utf8')).toBe(targetFile);
    });
  });

  test('--all leaves the loss of a node, which is accepted by its name', async () => {
    await withRun(async (folder, file, dir) => {
      const difference = { method: 'getblockheader', check: 'died' };
      const died = outcome({
        id: 'methods/getblockheader/required-only',
        method: 'getblockheader',
        status: 'failed',
        findings: [{ check: 'died', evidence: 'health', source: 'a node runs until it is stopped', message: 'it died', difference }],
      });
      const target = { ...start.target, targetFile: file };
      const end: JournalLine = { t: 'end', complete: true, durationMs: 1 };
      writeJournal(join(folder, 'journal.jsonl'), [{ ...start, target }, at('hex', 'decodescript'), died, end]);
      const { code, stdout, stderr } = await pyx(['accept', dir, '--all']);
      expect([code, stdout.trim()]).toEqual([0, `${file}: 1 difference accepted by 1 entry, 1 not explained yet`]);
      expect(stderr).toContain(
        "not accepted: getblockheader: died: the node was lost; accept it one by one, or by --only 'getblockheader: died'",
      );
      const named = await pyx(['accept', dir, '--all', '--only', 'getblockheader: died']);
      expect([named.code, named.stdout.trim()]).toEqual([0, `${file}: 1 difference accepted by 1 entry, 1 not explained yet`]);
      expect(await readFile(file, 'utf8')).toContain('what: { method: getblockheader, check: died }');
    });
  });

  test('a run that ended early is accepted as far as it came, and says so', async () => {
    await withRun(async (folder, file, dir) => {
      const target = { ...start.target, targetFile: file };
      writeJournal(join(folder, 'journal.jsonl'), [{ ...start, target }, at('hex', 'decodescript')]);
      const { code, stdout, stderr } = await pyx(['accept', dir, '--all']);
      expect([code, stdout.trim()]).toEqual([0, `${file}: 1 difference accepted by 1 entry, 1 not explained yet`]);
      expect(stderr).toContain(`not accepted: what the run in ${dir} did not come to: it ended early`);
    });
  });

  test('another file is begun if it does not exist, and --json says what was done', async () => {
    await withRun(async (folder, _file, dir) => {
      const own = join(folder, 'own.yaml');
      const { code, stdout } = await pyx(['accept', dir, '--all', '--target-file', own, '--json']);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toEqual({
        exitCode: 0,
        file: own,
        written: [own],
        entries: 2,
        differences: 2,
        absent: [],
        unexplained: 2,
        skipped: 0,
        left: [],
      });
      const text = await readFile(own, 'utf8');
      expect(text).toMatch(/^# yaml-language-server: \$schema=.*target\.schema\.json\nname: "Acme 1"\naccepted:\n/);
      expect((await pyx(['spec', 'check', own])).code).toBe(0);
    });
  });

  test('a file is begun only for what is accepted, and then said to be named', async () => {
    await withRun(async (folder, _file, dir) => {
      const nothing = await pyx(['accept', dir, '--all', '--only', 'getblock', '--target-file', 'own.yaml'], { cwd: folder });
      expect([nothing.code, nothing.stdout]).toEqual([0, 'nothing to accept: own.yaml is not begun\n']);
      expect(existsSync(join(folder, 'own.yaml'))).toBe(false);
      const begun = await pyx(['accept', dir, '--all', '--target-file', 'own.yaml'], { cwd: folder });
      expect([begun.code, begun.stdout]).toEqual([0, expect.stringMatching(/^next: name it .* by --target-file .*own\.yaml or by/m)]);
    });
  });

  test.each([
    ['without a terminal', [] as string[], /asks in a terminal, and standard input is none; accept all by --all/],
    ['for a target file that is not one', ['--all', '--target-file', 'journal.jsonl'], /journal\.jsonl/],
  ])('%s it ends with code 2, and writes nothing', async (_what, args, message) => {
    await withRun(async (folder, file, dir) => {
      const { code, stderr } = await pyx(['accept', dir, ...args], { cwd: folder });
      expect(code).toBe(2);
      expect(stderr).toMatch(message);
      expect(await readFile(file, 'utf8')).toBe(targetFile);
    });
  });

  test('results of no target file, of several, or no results are refused with what to do', async () => {
    await withRun(async (folder) => {
      const { code, stderr } = await pyx(['accept', join(folder, 'nothing')]);
      expect([code, /has no results that can be accepted; name the output folder/.test(stderr)]).toEqual([2, true]);
    });
  });
});

/** Makes a terminal of its standard input and output. */
const SCRIPT = '/usr/bin/script';

type Typed = NonNullable<CommandOptions['typed']>;

function pyxInTerminal(args: string, typed: Typed, cwd?: string): ReturnType<typeof pyx> {
  const program = join(import.meta.dirname, '../bin/pyx.js');
  return startCommand(SCRIPT, ['-qec', `${process.execPath} ${program} ${args}`, '/dev/null'], { typed, ...(cwd !== undefined && { cwd }) })
    .ended;
}

test.runIf(existsSync(SCRIPT))('pyx init asks in a terminal for what no option says', () =>
  inFolder(async (folder) => {
    const typed: Typed = [
      ['(embedded): ', 'process:false\r'],
      ['by its version): ', 'acme.yaml\r'],
      ['(1,2): ', '7,7\r'],
      ['(1,2): ', '7,8\r'],
    ];
    const { code, stdout } = await pyxInTerminal('init', typed, folder);
    expect(code, stdout).toBe(0);
    expect(stdout).toContain('Name each seed once.');
    expect(await readFile(join(folder, 'pyx.yaml'), 'utf8')).toContain('target: process:false\ntargetFile: acme.yaml\nseeds: [7, 8]\n');
  }),
);

describe.runIf(existsSync(SCRIPT))('pyx accept in a terminal', () => {
  const inTerminal = (dir: string, typed: Typed): ReturnType<typeof pyx> => pyxInTerminal(`accept ${dir}`, typed);
  /** The end of the question whether a cause is accepted. */
  const QUESTION = 'q quit: ';

  test('shows each difference with its evidence, and takes the reason that is typed', async () => {
    await withRun(async (_folder, file, dir) => {
      const { code, stdout } = await inTerminal(dir, [
        [QUESTION, 's\r'],
        [QUESTION, 'a\r'],
        ['not explained yet): ', 'So it is.\r'],
      ]);
      expect(code, stdout).toBe(0);
      expect(stdout).toContain('[1/2] bits is missing');
      expect(stdout).toContain('document 2, Block');
      expect(await readFile(file, 'utf8')).toContain(entry('decodescript', 'hex', 'So it is.'));
      expect(await readFile(file, 'utf8')).not.toContain('getblockheader');
    });
  });

  test.each<[string, Typed, number, boolean]>([
    [
      'q keeps what was accepted before',
      [
        [QUESTION, 'a so\r'],
        [QUESTION, 'q\r'],
      ],
      0,
      true,
    ],
    [
      'the end of the input writes nothing',
      [
        [QUESTION, 'a so\r'],
        [QUESTION, '\u0004'],
      ],
      130,
      false,
    ],
    [
      'Ctrl-C writes nothing',
      [
        [QUESTION, 'a so\r'],
        [QUESTION, '\u0003'],
      ],
      130,
      false,
    ],
  ])('%s', async (_what, typed, code, writes) => {
    await withRun(async (_folder, file, dir) => {
      const ended = await inTerminal(dir, typed);
      expect(ended.code, ended.stdout).toBe(code);
      expect((await readFile(file, 'utf8')) !== targetFile).toBe(writes);
    });
  });
});
