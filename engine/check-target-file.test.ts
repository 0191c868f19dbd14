import { expect, test } from 'vitest';
import { specification } from '../specs/model/specification.ts';
import { checkTargetFile } from './check-target-file.ts';
import type { Case } from './case.ts';

const cases = ['rules/b/x', 'rules/a/x', 'rules/a/y', 'states/a'].map((id) => ({ id, judges: [] as readonly string[] }) as Case);

const problemsOf = (...patterns: string[]): string[] =>
  checkTargetFile(`name: t\nwaivers:\n${patterns.map((pattern) => `  - { cases: "${pattern}", reason: r }\n`).join('')}`, 't.yaml', {
    specification,
    cases,
    today: '2026-11-24',
  });

test('a waiver matches a case by its id or a pattern', () => {
  expect(problemsOf('rules/a/x', 'rules/*', '*/x', '*', 'rules/*/y', 'states/a*', 'rules/b/x*')).toEqual([]);
  expect(problemsOf('rules/a', 'rules/a/*z', 'z*', 'rules/a/x/', '*b', 'A*')).toHaveLength(6);
});

test('any number of waivers that match no case is reported, with similar names for the first ones', () => {
  const problems = problemsOf(...Array.from({ length: 500 }, (_, index) => `rules/a/x${index}`));
  expect(problems).toHaveLength(500);
  expect(problems[0]).toBe('waiver "rules/a/x0" matches no case; similar: rules/a/x, rules/a/y, rules/b/x');
  expect(problems.filter((problem) => problem.includes('similar'))).toHaveLength(20);
});

test('accepted differences are checked by their names and dates, with their lines', () => {
  const accepted = `name: t
accepted:
  - { what: { method: getblock, check: refused }, why: so, until: "2026-11-23" }
  - { what: { method: getblok, check: refused }, why: so }
  - { what: { method: getblock, check: equals, rule: getblock/x }, why: so }
`;
  const judging = [{ id: 'rules/getblock/x', judges: ['r:getblock/x'] }] as unknown as Case[];
  const problems = checkTargetFile(accepted, 't.yaml', { specification, cases: judging, today: '2026-11-24' });
  expect(problems).toEqual([
    expect.stringMatching(/^t\.yaml:4: .* names a method that does not exist: getblok; similar: getblock, /),
    't.yaml:3: the accepted difference "getblock: refused" was valid until 2026-11-23',
  ]);
});
