// Writes the lists of all rules and invariants, by folder and name: suites/generated/.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Seen from the lists. */
const CASE_FILE = '../../engine/case.ts';
const LISTS = [
  { suite: 'rules', output: 'rule-cases', name: 'ruleCases' },
  { suite: 'invariants', output: 'invariant-cases', name: 'invariantCases' },
];

/** The entries of a folder, without tests, sorted by their names without `.ts`, by code unit: locales differ. */
const namesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.endsWith('.test.ts'))
    .toSorted((a, b) => (a.name.replace(/\.ts$/, '') < b.name.replace(/\.ts$/, '') ? -1 : 1));

/** The files in the folders of a suite that export a list of cases, with the name of that list. */
function listsOf(folder) {
  return namesIn(folder)
    .filter((entry) => entry.isDirectory() && entry.name !== 'support')
    .flatMap(({ name }) => namesIn(join(folder, name)).map((file) => `${name}/${file.name}`))
    .flatMap((file) => {
      const names = [
        ...readFileSync(join(folder, file), 'utf8').matchAll(/^export const (\w+(?:Rules|Invariants)\b|\w+(?=: readonly Case\[\]))/gm),
      ];
      return names.map(([, name]) => ({ file, name }));
    });
}

/** Writes `suites/generated/*.ts` for the suites in a folder. */
export function writeCaseLists(suites) {
  mkdirSync(join(suites, 'generated'), { recursive: true });
  for (const { suite, output, name } of LISTS) {
    const lists = listsOf(join(suites, suite));
    const text = [
      `// Written by the build from suites/${suite}/; see scripts/${basename(import.meta.filename)}.`,
      `import type { Case } from '${CASE_FILE}';`,
      ...lists.map((list) => `import { ${list.name} } from '../${suite}/${list.file}';`),
      '',
      `export const ${name}: readonly Case[] = [`,
      ...lists.map((list) => `  ...${list.name},`),
      '];',
      '',
    ];
    writeFileSync(join(suites, 'generated', `${output}.ts`), text.join('\n'));
  }
}
