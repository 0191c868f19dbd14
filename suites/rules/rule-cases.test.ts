import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { absentMethods, readTargetFile } from '../../engine/target-file.ts';
import type { Case } from '../../engine/case.ts';
import { specification } from '../../specs/model/specification.ts';
import { allCases } from '../catalog.ts';
import { ruleCases } from '../generated/rule-cases.ts';

/** Methods that coind does not have: no node here can show whether a case for their rules is right. */
const absent = absentMethods(readTargetFile('coind'));

const judged = new Set(allCases(specification).flatMap((testCase) => testCase.judges));

test('every testable rule of a method that coind has is judged by a case', () => {
  const unjudged = specification.documented
    .filter((method) => !absent.has(method.id))
    .flatMap((method) =>
      method.rules.filter((rule) => rule.untestable === undefined && !judged.has(`r:${rule.id}`)).map((rule) => rule.id),
    );
  expect(unjudged).toEqual([]);
});

test('every testable limit, error, state and envelope row is judged by a case, unless coind has none of its methods', () => {
  const isAbsent = (methods: readonly string[]): boolean => methods.length > 0 && methods.every((id) => absent.has(id));
  const { limits, errors, states, envelope } = specification.spec;
  const unjudged = [
    ...limits.filter((row) => row.untestable === undefined && !isAbsent(row.appliesTo)).map((row) => `l:${row.id}`),
    ...errors.filter((row) => row.untestable === undefined && !isAbsent(row.methods)).map((row) => `x:${row.id}`),
    ...states.filter((row) => row.untestable === undefined && !isAbsent(row.methods)).map((row) => `s:${row.id}`),
    ...envelope.filter((row) => row.untestable === undefined).map((row) => `v:${row.id}`),
  ].filter((id) => !judged.has(id));
  expect(unjudged).toEqual([]);
});

test('every question that the documents leave open is observed by a case', () => {
  const questions = specification.documented.flatMap(({ own }) => (own?.questions ?? []).map(({ id }) => `rules/${id}`));
  const observed = ruleCases.filter(({ kind }) => kind === 'unstated');
  expect(observed.map(({ id }) => id).sort()).toEqual(questions.sort());
});

test('every case judges only rules and rows of the specification', () => {
  const { limits, errors, envelope, states } = specification.spec;
  const known = new Set([
    ...specification.documented.flatMap((method) => method.rules.map((rule) => `r:${rule.id}`)),
    ...limits.map((row) => `l:${row.id}`),
    ...errors.map((row) => `x:${row.id}`),
    ...envelope.map((row) => `v:${row.id}`),
    ...states.map((row) => `s:${row.id}`),
  ]);
  expect([...judged].filter((id) => !known.has(id))).toEqual([]);
});

describe('the files of rules', () => {
  const methodFiles = join(import.meta.dirname, '../../specs/standard/methods');
  /** Folders of rows that do not belong to a single method, named after their tables. */
  const tables: readonly string[] = ['errors', 'limits', 'states'];
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && entry.name !== 'support' ? [entry.name] : [],
  );
  const families = folders.filter((folder) => !tables.includes(folder));
  const filesIn = (folder: string): string[] =>
    readdirSync(join(import.meta.dirname, folder))
      .filter((name) => !name.endsWith('.test.ts'))
      .map((name) => name.replace(/\.ts$/, ''))
      .sort();

  /** The export of the file, which must be one list of cases. */
  async function casesIn(folder: string, file: string): Promise<{ name: string; cases: readonly Case[] }> {
    const module = (await import(pathToFileURL(join(import.meta.dirname, folder, `${file}.ts`)).href)) as {
      readonly [name: string]: readonly Case[];
    };
    const [exported, ...others] = Object.entries(module);
    expect(others).toEqual([]);
    const [name, cases] = exported ?? [];
    if (name === undefined || !Array.isArray(cases)) throw new Error(`${folder}/${file}.ts exports no list of cases`);
    return { name, cases };
  }

  test.each(families.flatMap((family) => filesIn(family).map((file) => [family, file] as const)))(
    '%s/%s.ts has only cases of the method of the same name',
    async (family, file) => {
      expect(existsSync(join(methodFiles, family, `${file}.yaml`)), `specs/standard/methods/${family}/${file}.yaml exists`).toBe(true);
      const { name, cases } = await casesIn(family, file);
      expect(name).toBe(`${file.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Rules`);
      expect(new Set(cases.map(({ method }) => method?.replaceAll(' ', '-')))).toEqual(new Set([file]));
    },
  );

  test.each(folders.filter((folder) => tables.includes(folder)).flatMap((table) => filesIn(table).map((file) => [table, file] as const)))(
    '%s/%s.ts has only cases of that row of the table',
    async (table, file) => {
      const { cases } = await casesIn(table, file);
      expect(cases.length).toBeGreaterThan(0);
      for (const { id } of cases) expect(`${id}/`).toContain(`rules/${table}/${file}/`);
    },
  );

  test('are all listed, by folder and by name', async () => {
    const inFiles: string[] = [];
    for (const folder of folders.sort())
      for (const file of filesIn(folder)) inFiles.push(...(await casesIn(folder, file)).cases.map(({ id }) => id));
    expect(ruleCases.map(({ id }) => id)).toEqual(inFiles);
  });
});
