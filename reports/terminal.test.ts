import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOf, type Digest } from './digest.ts';
import { Progress } from './progress.ts';
import { killedRun, hostile, outcome, start, universe, writeJournal } from './testing/sample-journal.ts';
import { printReport } from './terminal.ts';

let folder: string;
let digest: Digest;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-terminal-'));
  writeJournal(join(folder, 'journal.jsonl'), killedRun);
  for (const name of ['index.html', 'results.json']) writeFileSync(join(folder, name), '');
  digest = await digestOf(join(folder, 'journal.jsonl'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function printed(isTTY: boolean, environment: NodeJS.ProcessEnv): string {
  const pieces: string[] = [];
  printReport(digest, { stream: { isTTY, write: (text) => pieces.push(text) }, environment, outDir: folder });
  return pieces.join('');
}

describe('the report of a run', () => {
  test('shows the evidence, message, calls and replay command of each cause', () => {
    const text = printed(false, {});
    for (const expected of [
      '1) TypeError: ',
      '2) getbalance: the connection broke · getbalance · breaking · 1 case',
      '3) txid is wrong · getblock · breaking · 2 cases',
      'evidence   document, document 2, Block (getblock), at tx[7].txid',
      'found      equals: txid is wrong',
      'request    { "method": "getblock", "params": [ "00ff", 1 ], "wallet": "w" }',
      '"amount": 1.00000000',
      'replay     npx --no-install pyx run --case methods/getblock/verbosity=1 --seed 42',
      'unconfirmed: the run ended first',
      '1 passed, 4 failed, 1 unstable, 1 observed, 1 waived, 1 skipped, 1 inapplicable',
      'parameters',
      '0/1  1 untestable',
      '1/2  1 of 3 documented methods are absent according to the target file',
      'Not run: 1 case',
      '1× the run was stopped\n   cases      rules/http/skipped',
      'start node',
      '750 ms',
      'Could not be done  1 case could not be judged because of an internal error in Pyx',
      `Reports: ${folder}/index.html, results.json`,
    ])
      expect(text, expected).toContain(expected);
  });

  test('begins with the cases that were not run: what they lack, the call that was refused, and which they are', async () => {
    const file = join(folder, 'not-run.jsonl');
    const reason = 'a prerequisite of the case could not be made: generatetoaddress did not return a result: -1 time-too-new';
    const request = { method: 'generatetoaddress', params: [1, 'address'] };
    const response = { error: { code: -1, message: 'time-too-new' } };
    const notRun = Array.from({ length: 7 }, (_, n) =>
      outcome({ id: `rules/getblock/${n}`, status: 'skipped', reason, request, response }),
    );
    writeJournal(file, [start, outcome({ id: 'rules/getblock/x', status: 'passed' }), ...notRun]);
    const pieces: string[] = [];
    printReport(await digestOf(file), { stream: { isTTY: false, write: (text) => pieces.push(text) }, environment: {} });
    expect(pieces.join('').split('\n').slice(1, 5)).toEqual([
      'Not run: 7 cases',
      `   7× ${reason}`,
      `   called     {"method":"generatetoaddress","params":[1,"address"]}`,
      '   cases      rules/getblock/0, rules/getblock/1, rules/getblock/2, rules/getblock/3, rules/getblock/4, …',
    ]);
  });

  test('counts the accepted differences that nobody has explained, and names their files', async () => {
    const file = join(folder, 'accepted.jsonl');
    const standing = { kind: 'accepted', what: 'a: b', met: 1, open: false, cases: 1, ran: true, gone: false, someSeeds: false } as const;
    const standings = [
      { ...standing, why: 'not explained yet', source: 'acme.yaml:3' },
      { ...standing, why: 'not explained yet', source: 'acme.yaml:9' },
      { ...standing, why: 'So it is.', source: 'pyx.yaml:2' },
    ];
    writeJournal(file, [start, { t: 'accepted', standings }, { t: 'end', complete: true, durationMs: 1 }]);
    const { notes } = await digestOf(file);
    expect(notes).toEqual(['2 accepted differences are not explained yet in acme.yaml']);
    writeJournal(file, [start, { t: 'accepted', standings: standings.slice(2) }, { t: 'end', complete: true, durationMs: 1 }]);
    expect((await digestOf(file)).notes).toEqual([]);
  });

  test('lists many causes one per line, shows the first in full, and stays short', async () => {
    const many = Array.from({ length: 144 }, (_, n) =>
      outcome({
        id: `methods/getblock/${n}`,
        status: 'failed',
        findings: [{ check: `check-${n}`, evidence: 'document', source: 's', message: `m ${'x'.repeat(9_000)}` }],
        response: { result: 'y'.repeat(9_000) },
      }),
    );
    const missing = outcome({
      id: 'methods/spork/a',
      method: 'spork',
      status: 'failed',
      findings: [{ check: 'missing-method', evidence: 'document', source: 's', message: 'spork was refused with -32601 (x) where' }],
    });
    writeJournal(join(folder, 'many.jsonl'), [start, ...many, missing]);
    const pieces: string[] = [];
    printReport(await digestOf(join(folder, 'many.jsonl')), { stream: { write: (text) => pieces.push(text) }, environment: {} });
    const lines = pieces.join('').split('\n');
    expect(lines.slice(1, 3)).toEqual([
      'Failures: 145 causes, most serious first',
      '   1)    1×  1 documented method is missing · spork · breaking',
    ]);
    expect(lines).toContain('      … and 115 more causes, all in index.html');
    expect(lines).toContain('absent:');
    expect(lines.filter((line) => /^\d+\) /.test(line))).toHaveLength(3);
    expect(lines.length).toBeLessThan(110);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(1_000);
  });

  test('of a run of a few cases shows the coverage of these cases', async () => {
    writeJournal(join(folder, 'few.jsonl'), [
      { ...start, wholeRun: false, planned: 1, universe: { ...universe, stateRows: [], limits: [], errors: [], envelope: [], params: [] } },
      outcome({ id: 'methods/getblock/a', status: 'passed', hits: ['m:getblock'] }),
      { t: 'end', complete: true, durationMs: 1 },
    ]);
    const pieces: string[] = [];
    printReport(await digestOf(join(folder, 'few.jsonl')), { stream: { write: (text) => pieces.push(text) }, environment: {} });
    expect(pieces.join('')).toMatch(
      /Coverage of the selected cases\n   methods .*\n   enum values .*\n   result fields .*\n   rules .*\n\nTime/,
    );
  });

  test('of a dimension without anything to cover shows no share', async () => {
    writeJournal(join(folder, 'none.jsonl'), [
      { ...start, planned: 1, universe: { ...universe, untestable: { 'l:size': 'never reached' } } },
      outcome({ id: 'methods/getblock/a', status: 'passed', hits: ['m:getblock'] }),
      { t: 'end', complete: true, durationMs: 1 },
    ]);
    const pieces: string[] = [];
    printReport(await digestOf(join(folder, 'none.jsonl')), { stream: { write: (text) => pieces.push(text) }, environment: {} });
    expect(pieces.join('')).toMatch(/\n   limits {10}none to cover  1 untestable\n/);
    expect(pieces.join('')).not.toContain('0/0');
  });

  test('passes no control sequence of the node to the terminal', () => {
    const plain = printed(false, {});
    expect(plain).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2028]/);
    // With colours, the only escape sequences are those of colours that the report sets itself.
    const coloured = printed(true, {});
    expect(coloured).toContain('\u001b[31m');
    expect(coloured.replace(/\u001b\[\d+m/g, '')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(stripVTControlCharacters(coloured)).toBe(plain);
  });

  test.each([
    [true, {}, true],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
    [false, {}, false],
    [false, { FORCE_COLOR: '1' }, true],
    [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('terminal %s with %o has colours: %s', (isTTY, environment, expected) => {
    expect(printed(isTTY, environment).includes('\u001b[')).toBe(expected);
  });
});

describe('progress', () => {
  function progress(isTTY: boolean, columns = 120): { clock: { ms: number }; pieces: string[]; bar: Progress } {
    const clock = { ms: 0 };
    const pieces: string[] = [];
    const bar = new Progress({
      stream: { isTTY, columns, write: (text) => pieces.push(text) },
      planned: 200,
      environment: {},
      now: () => clock.ms,
    });
    return { clock, pieces, bar };
  }

  test('rewrites one line on a terminal at a limited rate, and removes it at the end', () => {
    const { clock, pieces, bar } = progress(true);
    for (let n = 0; n < 100; n++) {
      clock.ms = n * 10;
      bar.outcome({ id: `case-${n}`, status: n === 0 ? 'failed' : 'passed', suite: 'methods' });
    }
    expect(pieces).toHaveLength(10);
    expect(stripVTControlCharacters(pieces.at(-1)!)).toMatch(/━+─+ 91\/200 cases · 1 failed · methods · 101\/s · 900 ms$/);
    expect(pieces.every((piece) => piece.startsWith('\r\u001b[2K') && !piece.includes('\n'))).toBe(true);
    bar.close();
    expect(pieces.at(-1)).toBe('\r\u001b[2K');
  });

  test('shows the case that runs longest while the rate is less than a tenth', () => {
    const { clock, pieces, bar } = progress(true);
    for (let n = 0; n < 100; n++) {
      clock.ms = n * 100;
      bar.begun(`case-${n}`);
      bar.outcome({ id: `case-${n}`, status: 'passed', suite: 'methods' });
    }
    bar.begun('rules/slow/one');
    bar.begun('rules/slow/other');
    const lines: string[] = [];
    for (const ms of [12_000, 14_000, 16_000, 18_000]) {
      clock.ms = ms;
      bar.tick();
      lines.push(stripVTControlCharacters(pieces.at(-1)!));
    }
    expect(lines[0]).toMatch(/ 12\.0 s$/);
    expect(lines.at(-1)).toMatch(/ · 18\.0 s · waiting for rules\/slow\/one \(8\.1 s\)$/);
    bar.outcome({ id: 'rules/slow/one', status: 'passed', suite: 'rules' });
    clock.ms += 1_000;
    bar.tick();
    expect(stripVTControlCharacters(pieces.at(-1)!)).toContain('waiting for rules/slow/other');
  });

  test('never wraps, so that rewriting works', () => {
    const { pieces, bar } = progress(true, 30);
    bar.outcome({ id: 'a', status: 'failed', suite: 'a-suite-with-a-rather-long-name' });
    expect(stripVTControlCharacters(pieces[0]!).replace('\r', '').length).toBeLessThan(30);
  });

  test('of a terminal of unknown width is as wide as usual', () => {
    const { pieces, bar } = progress(true, 0);
    bar.outcome({ id: 'a', status: 'passed', suite: 'methods' });
    expect(stripVTControlCharacters(pieces[0]!)).toContain('1/200 cases · 0 failed · methods');
  });

  test('writes a plain line every ten seconds without a terminal', () => {
    const { clock, pieces, bar } = progress(false);
    for (let n = 0; n < 100; n++) {
      clock.ms = n * 250;
      bar.outcome({ id: `case-${n}`, status: 'passed', suite: 'rules' });
    }
    bar.close();
    expect(pieces).toEqual(['41/200 cases · 0 failed · rules · 4/s · 10.0 s\n', '81/200 cases · 0 failed · rules · 4/s · 20.0 s\n']);
  });

  test('counts failures to confirm from the first one on', () => {
    const { clock, pieces, bar } = progress(false);
    for (let n = 0; n < 3; n++) bar.suspect(`case-${n}`);
    clock.ms = 10_000;
    bar.outcome({ id: 'other', status: 'passed', suite: 'rules' });
    clock.ms = 20_000;
    bar.outcome({ id: 'case-0', status: 'failed', suite: 'rules' });
    for (const id of ['case-1', 'case-2']) bar.outcome({ id, status: 'observed', suite: 'rules' });
    clock.ms = 30_000;
    bar.outcome({ id: 'last', status: 'passed', suite: 'rules' });
    expect(pieces.map((piece) => piece.split(' · ')[1])).toEqual(['0 failed, 3 to confirm', '1 failed, 2 to confirm', '1 failed']);
  });

  test('writes notes on separate lines, escaped', () => {
    const { pieces, bar } = progress(false);
    bar.note(hostile);
    expect(pieces).toHaveLength(1);
    expect(pieces[0]).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(pieces[0]!.indexOf('\n')).toBe(pieces[0]!.length - 1);
  });
});
