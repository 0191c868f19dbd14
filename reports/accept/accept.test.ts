import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Acceptances } from '../../engine/acceptance.ts';
import type { Difference } from '../../engine/difference.ts';
import type { JournalLine } from '../../engine/journal-lines.ts';
import type { Finding } from '../../engine/outcome.ts';
import { alike } from '../diff/testing/sample-diff.ts';
import { removed, resultsOf } from '../drift/testing/sample-drift.ts';
import { finding as crash, results as fuzzed } from '../fuzz/testing/sample-fuzz.ts';
import { gate, part } from '../gate/testing/sample-gate.ts';
import { outcome, start, writeJournal } from '../testing/sample-journal.ts';
import { choicesOf, entriesOf, type ChoiceOptions } from './choices.ts';
import { AcceptError, readAcceptable } from './read-acceptable.ts';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'pyx-accept-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const put = (name: string, file: string, results: object): string => {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, file), JSON.stringify(results));
  return join(folder, name);
};
const runFolder = (name: string, lines: readonly JournalLine[]): string => {
  mkdirSync(join(folder, name), { recursive: true });
  writeJournal(join(folder, name, 'journal.jsonl'), [
    { ...start, target: { ...start.target, subversion: '/Acme:1/', targetFile: 'acme.yaml' } },
    ...lines,
    { t: 'end', complete: true, durationMs: 5 },
  ]);
  return join(folder, name);
};
const finding = (difference: Difference | undefined, more: Partial<Finding> = {}): Finding => ({
  check: difference?.check ?? 'died',
  evidence: 'document',
  source: 'document 2, Block',
  message: `${difference?.path ?? ''} ${difference?.check ?? ''} is wrong`,
  ...(difference && { difference }),
  ...more,
});
const failed = (id: string, ...findings: readonly Finding[]): JournalLine => outcome({ id, status: 'failed', findings });

const size: Difference = { method: 'getblock', variant: 'verbosity=2', path: 'tx[].size', check: 'presence', found: 'missing' };
const label: Difference = { method: 'listtransactions', path: '[].label', check: 'presence', found: 'missing' };
const category: Difference = { method: 'listtransactions', path: '[].category', check: 'value', found: 'generate' };
const nothing: ChoiceOptions = { accepted: new Acceptances([], '2026-11-20'), absent: new Set() };

describe('of a run', () => {
  test('each cause is a choice, with what differs and its evidence; what no entry accepts is left, with what to do', async () => {
    const dir = runFolder('run', [
      failed('methods/getblock/a', finding(size)),
      failed('rules/getblock/b', finding(size, { path: 'tx[].size', message: 'size is missing, expected 7' })),
      failed(
        'methods/getblock/c',
        finding(undefined, { evidence: 'baseline', check: 'near-miss', message: 'it was refused; the baseline has: accepted' }),
      ),
      failed(
        'rules/getblock/d',
        finding(undefined, { evidence: 'health', message: 'the node ended (exit code 1) by itself before this case' }),
      ),
      failed(
        'target-file/gone-acceptance-1',
        finding(undefined, { evidence: 'baseline', check: 'gone-acceptance', source: 'acme.yaml:3' }),
      ),
      failed(
        'methods/getblock/e',
        finding({ method: 'getblock', check: 'missing-method' }, { message: 'getblock was refused with -32601 (no)' }),
      ),
      outcome({ id: 'methods/getblock/f', status: 'unstable', findings: [finding(label)] }),
    ]);
    const [results, ...others] = await readAcceptable(dir);
    expect(others).toEqual([]);
    expect(results).toMatchObject({ command: 'run', subversion: '/Acme:1/', targetFile: 'acme.yaml' });
    const choices = choicesOf(results ? [results] : [], nothing);
    expect(choices.map(({ differences, absent }) => [differences, absent])).toEqual([
      [[], ['getblock']],
      [[size], []],
    ]);
    expect(choices[1]?.details).toContainEqual(['evidence', 'document, document 2, Block']);
    expect(results?.left).toEqual([
      '1 finding is about the target file itself: correct the file',
      '1 answer has changed since the baseline: pyx run --accept-baseline FILE',
      '1 cause cannot be accepted: a node ended by itself or is gone, or an earlier version of Pyx wrote the results',
      '1 cause is unstable, and not accepted',
    ]);
  });

  test('what was also seen as it must be, or depends on the values of a list, is accepted for some seeds', async () => {
    const hits = ['f:listtransactions#default:[].label'];
    const dir = runFolder('values', [
      outcome({ id: 'methods/listtransactions/ok', status: 'passed', hits }),
      failed('methods/listtransactions/a', finding(label), finding(category), finding(size)),
    ]);
    const choices = choicesOf(await readAcceptable(dir), nothing);
    const entries = choices.flatMap((choice) => entriesOf(choice, 'Why.'));
    expect(entries.map(({ differences, seeds }) => [differences, seeds])).toEqual(
      expect.arrayContaining([
        [[label], 'some'],
        [[category], 'some'],
        [[size], undefined],
      ]),
    );
    expect(entries.every(({ why, seen }) => why === 'Why.' && seen === '/Acme:1/')).toBe(true);
  });

  test('what only some of several whole runs show is accepted for some seeds', async () => {
    const both = [
      runFolder('seed-1', [failed('a/b', finding(size)), failed('a/c', finding({ ...size, path: 'tx' }))]),
      runFolder('seed-2', [failed('a/c', finding({ ...size, path: 'tx' }))]),
    ];
    const results = (await Promise.all(both.map(readAcceptable))).flat();
    expect(choicesOf(results, nothing).map(({ differences, sometimes }) => [differences[0]?.path, sometimes.length])).toEqual(
      expect.arrayContaining([
        ['tx[].size', 1],
        ['tx', 0],
      ]),
    );
  });
});

describe('a choice', () => {
  const results = async () =>
    readAcceptable(runFolder('choices', [failed('a/b', finding(size)), failed('a/c', finding(label), finding(category))]));
  const paths = async (options: Partial<ChoiceOptions>): Promise<unknown> =>
    choicesOf(await results(), { ...nothing, ...options }).flatMap(({ differences }) => differences.map(({ path }) => path));

  test.each([
    ['listtransactions', ['[].label', '[].category']],
    ['*category*', ['[].category']],
    ['getblock (verbosity=2) *', ['tx[].size']],
    ['nothing', []],
  ])('--only %s takes %j', async (only, expected) => {
    expect((await paths({ only })) as string[]).toEqual(expect.arrayContaining(expected));
    expect(await paths({ only })).toHaveLength(expected.length);
  });

  test('has nothing that the file accepts already', async () => {
    const { given: _, ...what } = label;
    expect(await paths({ accepted: new Acceptances([{ what, why: 'so', file: 'a', line: 1 }], '2026-11-20') })).toHaveLength(2);
  });
});

test('drift, fuzzing, a comparison of two nodes and a gate are read; what is accepted already is not', async () => {
  const run = runFolder('gate/run-1', [failed('a/b', finding(size))]);
  const renamed = { method: 'getblock', check: 'param-renamed', argument: 'blockhash', found: 'hash' };
  const drift = resultsOf({
    findings: [
      removed,
      { ...removed, change: 'param-renamed', headline: 'renamed', differences: [renamed] },
      { ...removed, change: 'error-changed', headline: 'other error', differences: [] },
      { ...removed, change: 'param-added', headline: 'known', differences: [{ ...renamed, check: 'param-added' }], accepted: 'so' },
    ],
  });
  put('gate/drift', 'drift.json', drift);
  const died = { method: 'getblock', check: 'died', found: 'signal SIGSEGV' };
  put('gate/fuzz', 'fuzz.json', {
    ...fuzzed,
    findings: [{ ...crash, difference: died }, crash, { ...crash, failure: false, difference: renamed }],
  });
  const answer = { method: 'getblock', check: 'other-answer', found: 'error -8 · error -5' };
  const differing = { id: 'rules/getblock/y', method: 'getblock', difference: 'error -8 · error -5', differences: [answer] };
  put('diff', 'diff.json', {
    ...alike,
    disagreements: [differing, { ...differing, id: 'rules/getblock/z' }, { ...differing, reason: 'so' }],
  });
  const parts = [
    part('run, seed 1', 1, { folder: 'run-1' }),
    part('drift', 1, { folder: 'drift' }),
    part('fuzz', 1, { folder: 'fuzz' }),
    part('load', null),
  ];
  const dir = put('gate', 'gate.json', gate(parts));
  expect(run.startsWith(dir)).toBe(true);
  const results = [...(await readAcceptable(dir)), ...(await readAcceptable(join(folder, 'diff')))];
  expect(results.map(({ command }) => command)).toEqual(['run', 'drift', 'fuzz', 'diff']);
  expect(choicesOf(results, nothing).map(({ command, differences, absent }) => [command, differences, absent])).toEqual([
    ['run', [size], []],
    ['drift', [], ['getone']],
    ['drift', [renamed], []],
    ['fuzz', [died], []],
    ['diff', [answer], []],
  ]);
  expect(results.flatMap(({ left }) => left)).toEqual([
    '1 answer has changed since the baseline: pyx drift --accept FILE',
    '1 finding of fuzzing cannot be accepted: growth of memory, or an earlier version of Pyx wrote it',
  ]);
});

test('a folder of something else is refused', async () => {
  mkdirSync(join(folder, 'empty'), { recursive: true });
  await expect(readAcceptable(join(folder, 'empty'))).rejects.toThrow(AcceptError);
  await expect(readAcceptable(put('old', 'diff.json', { pyx: '1' }))).rejects.toThrow(/does not have the form/);
});
