import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSourceExceptions, SourceExceptions, sourceExceptionsFile } from './source-exceptions.ts';
import type { SourceMutant } from './source-mutant.ts';

const mutant = (more: Partial<SourceMutant> = {}): SourceMutant => ({
  id: '1',
  file: 'coind/governance/tally.ts',
  mutator: 'StringLiteral',
  replacement: '""',
  start: { line: 7, column: 3 },
  end: { line: 7, column: 9 },
  ...more,
});

function read(yaml: string): ReturnType<typeof readSourceExceptions> {
  const folder = mkdtempSync(join(tmpdir(), 'pyx-exceptions-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'list.yaml');
  writeFileSync(file, yaml);
  return readSourceExceptions(file);
}

const LIST = `
- { files: 'coind/*', mutators: [StringLiteral], line: 'log(*', kind: undocumented, reason: texts of the log }
- { files: coind/governance/tally.ts, line: 'const cache = *', replacement: 'true', kind: equivalent, reason: it is only slower }
- { files: coind/none.ts, kind: equivalent, reason: gone }
- { files: coind/governance/*, mutators: [StringLiteral], line: 'throw *', changed: '* *', kind: undocumented, reason: texts of errors }
`;

test('the list that comes with Pyx can be read', () => {
  expect(readSourceExceptions(sourceExceptionsFile()).length).toBeGreaterThan(100);
});

test('a mutant is excepted by its file, kind, line, changed text and replacement, and an entry that matches none is named', () => {
  const lines = new Map([
    ['1', "  log('a vote');"],
    ['2', '  const cache = size > 0;'],
    ['3', "  throw new VoteError('refused', 'the vote is refused');"],
  ]);
  const exceptions = new SourceExceptions(read(LIST), ({ id }) => lines.get(id) ?? '');
  expect(exceptions.unused()).toHaveLength(4);
  expect(exceptions.reasonOf(mutant())).toBe('undocumented: texts of the log');
  expect(exceptions.reasonOf(mutant({ mutator: 'BlockStatement' }))).toBeUndefined();
  expect(exceptions.reasonOf(mutant({ id: '2', mutator: 'ConditionalExpression', replacement: 'true' }))).toBe(
    'equivalent: it is only slower',
  );
  expect(exceptions.reasonOf(mutant({ id: '2', mutator: 'ConditionalExpression', replacement: 'false' }))).toBeUndefined();
  expect(exceptions.reasonOf(mutant({ id: '2', file: 'coind/governance/other.ts', replacement: 'true' }))).toBeUndefined();
  const text = { id: '3', start: { line: 7, column: 34 } };
  expect(exceptions.reasonOf(mutant({ ...text, end: { line: 7, column: 55 } }))).toBe('undocumented: texts of errors');
  expect(exceptions.reasonOf(mutant({ ...text, end: { line: 8, column: 2 } }))).toBe('undocumented: texts of errors');
  expect(exceptions.reasonOf(mutant({ id: '3', start: { line: 7, column: 23 }, end: { line: 7, column: 32 } }))).toBeUndefined();
  expect(exceptions.unused()).toEqual(['entry 3 (coind/none.ts) matches no mutant']);
});

test('an entry does not cover the files that it excepts', () => {
  const exceptions = new SourceExceptions(
    read("- { files: 'coind/*', except: 'coind/governance/t*', kind: undocumented, reason: texts }"),
    () => 'any line',
  );
  expect(exceptions.reasonOf(mutant())).toBeUndefined();
  expect(exceptions.reasonOf(mutant({ file: 'coind/governance/other.ts' }))).toBe('undocumented: texts');
});

test.each([
  ['- { kind: equivalent, reason: r }', 'entry 1 must have files'],
  ['- { files: a, kind: equivalent }', 'entry 1 must have a reason'],
  ['- { files: a, reason: r }', 'entry 1 has a kind other than undocumented or equivalent'],
  ['- { files: a, reason: r, kind: equivalent, mutators: StringLiteral }', 'entry 1 has mutators that are no list of texts'],
  ['- { files: a, reason: r, kind: equivalent, line: 3 }', 'entry 1 has a line that is no text'],
  [
    '- { files: a, reason: r, kind: equivalent, lines: 3 }',
    'entry 1 has lines; expected only files, except, mutators, line, changed, replacement, kind, reason',
  ],
  ['files: a', 'expected a list of { files, except, mutators, line, changed, replacement, kind, reason }'],
])('%s is refused', (yaml, problem) => {
  expect(() => read(yaml)).toThrow(problem);
});
