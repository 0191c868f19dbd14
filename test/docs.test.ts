import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { matcher } from '../engine/pattern.ts';
import { changeRules, classOf, type ChangeRuleName } from '../specs/compare/change-rules.ts';
import { targetForms } from '../fixtures/targets/open-target.ts';
import { COMMANDS } from './support/hazard-commands.ts';
import { specification } from '../specs/model/specification.ts';
import { pyx } from './support/pyx.ts';
import { pyxCommands } from './support/pyx-commands.ts';

const root = join(import.meta.dirname, '..');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const pages = readdirSync(join(root, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);
const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...pages];

/** The text of a page without its code blocks, in which nothing is a link or a heading. */
const prose = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$/gm, '');

/** What a page refers to: links and pictures, in Markdown and in HTML. */
const references = (text: string): string[] =>
  Array.from(prose(text).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g), ([, markdown, html]) => markdown ?? html ?? '').filter(
    (target) => !/^[a-z]+:/.test(target),
  );

/** The anchors of a page, as GitHub makes them of its headings. */
const anchors = (text: string): string[] =>
  Array.from(prose(text).matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

/** Each line of code blocks, and each code span: with the continuation of a line that ends in a backslash. */
function code(text: string): string[] {
  const blocks = Array.from(text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm), ([, block = '']) =>
    block.replaceAll('\\\n', ' ').split('\n'),
  ).flat();
  return [...blocks, ...Array.from(prose(text).matchAll(/`([^`]+)`/g), ([, span = '']) => span.replaceAll('\n', ' '))];
}

describe.each(documents)('%s', (document) => {
  test('refers only to files and headings that exist', () => {
    const broken = references(textOf(document)).filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? document : relative(root, join(root, dirname(document), path));
      if (!existsSync(join(root, file))) return true;
      return anchor !== undefined && !anchors(textOf(file)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test('names only files that exist', () => {
    const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const named = code(textOf(document)).filter((span) => /^[\w.-]+\/[\w./-]+$/.test(span));
    const ours = named.filter((span) => folders.some(({ name }) => !['dist', 'pyx-out'].includes(name) && span.startsWith(`${name}/`)));
    expect(ours.filter((span) => !existsSync(join(root, span)) && !existsSync(join(root, dirname(document), span)))).toEqual([]);
  });
});

describe('the commands of the documents', async () => {
  const options = await pyxCommands();
  const all = [...options.keys()];
  const commands = all.filter((command) => !command.includes(' '));
  const users = ['README.md', ...pages];
  const calls = users.flatMap((document) =>
    code(textOf(document)).flatMap((line) =>
      Array.from(line.replace(/ # .*$/, '').matchAll(/(?:^|\s)pyx ([a-z]+)(.*)$/g), ([, first = '', rest = '']) => {
        const two = `${first} ${rest.trim().split(' ')[0] ?? ''}`;
        const command = all.includes(two) ? two : first;
        return { document, line, command, options: rest.match(/(?<=\s)--[a-z-]+/g) ?? [] };
      }),
    ),
  );

  test('are commands and options that pyx has', () => {
    expect(calls.length).toBeGreaterThan(50);
    const wrong = calls.filter(({ command, options: given }) => given.some((option) => options.get(command)?.has(option) !== true));
    expect(wrong.map(({ document, line }) => `${document}: ${line}`)).toEqual([]);
    expect(calls.filter(({ command }) => !all.includes(command)).map(({ document, line }) => `${document}: ${line}`)).toEqual([]);
  });

  test('are all there: the README lists each command, and a page of docs/ has an example', () => {
    const listed = commands.filter((command) => !new RegExp(`^\\| .*\`pyx ${command}\\b`, 'm').test(textOf('README.md')));
    expect(listed).toEqual([]);
    const shown = new Set(calls.filter(({ document }) => document !== 'README.md').map(({ command }) => command.split(' ')[0]));
    expect(commands.filter((command) => !shown.has(command))).toEqual([]);
  });

  test('name cases that exist', async () => {
    const { stdout } = await pyx(['run', '--list']);
    const ids = stdout.trimEnd().split('\n');
    const patterns = users.flatMap((document) =>
      code(textOf(document)).flatMap((line) => line.match(/\b(envelope|methods|invariants|rules|states)\/[a-z][\w*./=:-]*/g) ?? []),
    );
    const unknown = patterns.filter((pattern) => !ids.some(matcher(pattern)));
    expect(patterns.length).toBeGreaterThan(7);
    expect(unknown).toEqual([]);
  });

  test('for coind and coin-cli use options that these have', async () => {
    const help = async (program: string): Promise<string> =>
      (await promisify(execFile)(process.execPath, [join(root, 'bin', program), '--help'])).stdout;
    const known = `${await help('coind.js')}${await help('coin-cli.js')}`;
    const lines = users.flatMap((document) => code(textOf(document))).filter((line) => /\bnpx --no-install (coind|coin-cli) /.test(line));
    const given = lines.flatMap((line) => line.replace(/ # .*$/, '').match(/(?<= )-[a-z]+/g) ?? []);
    expect(given.length).toBeGreaterThan(5);
    expect(given.filter((option) => !new RegExp(`^ +${option}\\b`, 'm').test(known))).toEqual([]);
  });
});

test('ARCHITECTURE.md names every folder, and only folders that exist', async () => {
  const [, tree = ''] = textOf('ARCHITECTURE.md').split('```');
  const rooms = Array.from(tree.matchAll(/^(\S+)\/ .*\n((?: .*\n)*)/gm), ([text, room = '', inside = '']) => ({ text, room, inside }));
  const ignored = textOf('.gitignore').split('\n');
  const foldersIn = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !['.git', 'testing'].includes(entry.name) && !ignored.includes(`${entry.name}/`))
      .map(({ name }) => name)
      .sort();
  expect(rooms.map(({ room }) => room).sort()).toEqual(foldersIn('.'));
  for (const { text, room, inside } of rooms) {
    // `  fuzz/, drift/   what they are for`
    const listed = Array.from(inside.matchAll(/^ {2}((?:[\w-]+\/(?:, )?)+) /gm), ([, names = '']) => names.split(', ')).flat();
    expect(listed.filter((name) => !existsSync(join(root, room, name)))).toEqual([]);
    const commands = text.includes('<command>/') ? [...(await pyxCommands()).keys()] : [];
    if (listed.length > 0) expect(foldersIn(room).filter((name) => !text.includes(`${name}/`) && !commands.includes(name))).toEqual([]);
  }
});

test('each page of docs/ can be reached from the README', () => {
  const reached = new Set(['README.md']);
  for (const page of reached)
    for (const target of references(textOf(page))) {
      const file = relative(root, join(root, dirname(page), target.split('#')[0] ?? ''));
      if (file.endsWith('.md')) reached.add(file);
    }
  expect(pages.filter((page) => !reached.has(page))).toEqual([]);
});

test('a block after the name of an example is that example', () => {
  const quoted = pages.flatMap((page) =>
    Array.from(textOf(page).matchAll(/\(\.\.\/(examples\/[\w.-]+)\)[^\n]*:\n\n```\w+\n([\s\S]*?)^```$/gm), ([, file = '', block = '']) => [
      file,
      block,
    ]),
  );
  expect(quoted.map(([file]) => file).sort()).toEqual(
    ['acme-1.2.yaml', 'block-watcher.yaml', 'plugin.ts', 'pyx.yaml', 'start-node.mjs', 'trial.test.mjs'].map((name) => `examples/${name}`),
  );
  for (const [file = '', block] of quoted) expect(block, file).toBe(textOf(file));
});

test.each([
  ['policy', 'docs/gate.md'],
  ['target', 'docs/target-files.md'],
])('each member of the schema %s is on its page', (schema, page) => {
  const { properties } = JSON.parse(textOf(`specs/schemas/${schema}.schema.json`)) as { properties: object };
  const spans = code(textOf(page));
  expect(Object.keys(properties).filter((name) => !spans.includes(name))).toEqual([]);
});

test('the rules of drift are those of the program', () => {
  const rows = Array.from(textOf('docs/drift.md').matchAll(/^\| `([\w-]+)` \| (\w+) \| (\w+) \| (.*) \|$/gm), ([, ...cells]) => cells);
  const rules = Object.entries(changeRules).map(([name, { text }]) => [
    name,
    classOf(name as ChangeRuleName, 'argument'),
    classOf(name as ChangeRuleName, 'result'),
    text,
  ]);
  expect(rows).toEqual(rules);
});

test('the schemas of results have the names and versions that docs/versioning.md states', () => {
  const page = textOf('docs/versioning.md');
  const schemas = readdirSync(join(root, 'reports'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.schema.json') && !['shared.schema.json', 'results.schema.json'].includes(name))
    .map((name) => `reports/${name}`);
  const versionOf = (file: string): number =>
    (JSON.parse(textOf(file)) as { properties: { schemaVersion: { const: number } } }).properties.schemaVersion.const;
  expect(schemas.length).toBeGreaterThan(7);
  expect(page).toContain('all of them have version 1, but `mutation.json`');
  expect(schemas.filter((file) => versionOf(file) !== 1)).toEqual(['reports/mutation/mutation.schema.json']);
  expect(page).toContain('`reports/<command>/<command>.schema.json`');
  expect(schemas.filter((file) => !/^reports\/([a-z]+)\/\1\.schema\.json$/.test(file) && !page.includes(`\`${file}\``))).toEqual([]);
});

test('docs/targets.md lists every kind of target', () => {
  const [, table = ''] = /^\| `--target` .*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(textOf('docs/targets.md')) ?? [];
  const forms = Array.from(table.matchAll(/^\| `([^`]+)`/gm), ([, form = '']) => form);
  expect(forms.join(', ').replace(/, ([^,]*)$/, ' or $1')).toBe(targetForms());
});

test('every command that takes the credentials of a running node is tested with hazards', async () => {
  const onRunningNodes = [...(await pyxCommands())].filter(([, options]) => options.has('--cookie')).map(([command]) => command);
  expect(onRunningNodes).toContain('run');
  const tested = new Set(COMMANDS.map(({ name }) => name));
  expect(onRunningNodes.filter((command) => !tested.has(command))).toEqual([]);
});

test('the version of results.json is that of its schema', () => {
  const { properties } = JSON.parse(textOf('reports/results.schema.json')) as { properties: { schemaVersion: { const: number } } };
  const version = properties.schemaVersion.const;
  expect(textOf('docs/versioning.md')).toContain(`it is ${version} now`);
  expect(textOf('docs/versioning.md')).toContain(`schemaVersion !== ${version}`);
});

test.each(['report.png', 'report-dark.png'])('the picture %s is small enough for a front page', (name) => {
  const file = join(root, 'docs', name);
  // The header of a PNG: width and height are the first members of the chunk IHDR.
  const header = readFileSync(file).subarray(0, 24);
  expect(header.toString('latin1', 1, 4)).toBe('PNG');
  expect(header.readUInt32BE(16)).toBe(1280);
  expect(statSync(file).size).toBeLessThan(200_000);
});

test('docs/documents.md lists the titles and headings of the documents', () => {
  const lists = specification.spec.documents.map(
    ({ document, title, sections }) => `### Document ${document}: ${title}\n\n${sections.map((section) => `- ${section}\n`).join('')}`,
  );
  for (const list of lists) expect(textOf('docs/documents.md')).toContain(list);
});
