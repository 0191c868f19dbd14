import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { specsFolder } from '../specs/model/specs-folder.ts';
import { checkFile } from './check-file.ts';
import { UsageError } from './usage-error.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-check-file-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The problems reported for a file with this content. */
function said(name: string, content: string): string[] {
  const file = join(folder, name);
  writeFileSync(file, content);
  return checkFile(file).map(({ message }) => message);
}

describe('a target file', () => {
  test('of this project has no problem', () => {
    for (const name of ['litecoind-0.21', 'coind']) expect(checkFile(join(specsFolder(), `targets/${name}.yaml`)), name).toEqual([]);
  });

  test('with typing errors is reported with lines and suggestions', () => {
    expect(said('a.yaml', 'name: a\n\nwaiverz:\n  - { cases: a, reason: b }\n')).toEqual([
      'line 3: there is no key "waiverz"; did you mean "waivers"?',
    ]);
    expect(said('b.yaml', 'name: a\nwaivers:\n  - cases: "*"\n    reson: b\n')).toEqual([
      'line 3: /waivers/0 must have required property \'reason\'; line 4: there is no key "reson" at /waivers/0; did you mean "reason"?',
    ]);
    expect(said('c.yaml', 'name: a\nname: b\n')[0]).toMatch(/unique.* line 2/);
  });

  test('with unknown methods, unknown cases or an expired date is reported', () => {
    expect(
      said(
        'd.yaml',
        'name: a\nabsent: [{ methods: [getblok], reason: x }]\nwaivers: [{ cases: rules/getblok/confirmations, reason: x, until: "2001-01-01" }, { cases: "rules/nothing/*", reason: x }]',
      ),
    ).toEqual([
      expect.stringMatching(/^the documents have no method getblok; similar: getblock/),
      expect.stringMatching(/^waiver "rules\/getblok\/confirmations" matches no case; similar: rules\/getblock\/confirmations/),
      'waiver "rules/getblok/confirmations" was valid until 2001-01-01: fix the difference, or renew the waiver with a reason',
      'waiver "rules/nothing/*" matches no case',
    ]);
  });
});

describe('the file of a method', () => {
  const getblock = readFileSync(join(specsFolder(), 'standard/methods/chain/getblock.yaml'), 'utf8');

  test('has no problem in its folder and as a copy elsewhere', () => {
    expect(checkFile(join(specsFolder(), 'standard/methods/chain/getblock.yaml'))).toEqual([]);
    expect(said('getblock.yaml', getblock)).toEqual([]);
  });

  test('is checked with its meta-schema, with lines', () => {
    const broken = getblock.replace('params:', 'parms:');
    const line = broken.split('\n').findIndex((text) => text.startsWith('parms:')) + 1;
    expect(said('parms.yaml', broken)).toEqual([`line ${line}: there is no key "parms"; did you mean "params"?`]);
  });

  test('has a family of the standard that comes with Pyx', () => {
    expect(said('family.yaml', getblock.replace('family: chain', 'family: chains')).join()).toMatch(
      /^line \d+: \/family must be equal to one of the allowed values: wallet, accounts, chain,/,
    );
  });

  test('of a standard of a user is checked with that standard, which has its own families', () => {
    const file = (name: string): string => join(folder, 'fruit', name);
    mkdirSync(file('methods/todo'), { recursive: true });
    writeFileSync(file('edition.yaml'), 'title: Fruit\nedition: "1"\n');
    writeFileSync(file('sections.yaml'), '- { document: 12, sections: [Fruit] }\n');
    const method =
      'id: count\nfamily: todo\nsummary: A number.\nsource: { document: 12, section: Fruit }\nvariants: [{ id: default, effect: [read], result: { type: integer } }]\n';
    writeFileSync(file('methods/todo/list.yaml'), method.replace('id: count', 'id: list').replace('Fruit', 'Vegetables'));
    expect(said('fruit/methods/todo/count.yaml', method)).toEqual([]);
    expect(said('fruit/methods/todo/count.yaml', method.replace('family: todo', 'family: to-do'))).toEqual([
      'line 2: /family must be the name of the folder of the file, which is todo',
    ]);
    expect(said('fruit/methods/todo/count.yaml', method.replace('Fruit', 'Roots'))).toEqual([
      'count names "Roots", which is not a heading of document 12',
    ]);
  });

  test('is checked with the rest of the specification', () => {
    expect(said('shape.yaml', getblock.replace('$ref: BlockHash', '$ref: BlokHash')).join()).toContain('BlokHash');
    expect(said('new.yaml', getblock.replace('id: getblock\n', 'id: getnewblock\n')).join()).toContain('getblock/');
  });
});

test.each([
  ['what is not there', '/nonexistent.yaml', undefined, /cannot be read/],
  ['a baseline', 'x.baseline.yaml', 'baseline: {}', /name .*x\.yaml/],
  ['something else', 'y.yaml', 'services: {}', /neither the file of a method .* nor a target file/],
])('%s cannot be checked', (_, name, content, message) => {
  const file = content === undefined ? name : join(folder, name);
  if (content !== undefined) writeFileSync(file, content);
  expect(() => checkFile(file)).toThrow(UsageError);
  expect(() => checkFile(file)).toThrow(message);
});
