import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fileKinds, fileSchema } from './meta-schema.ts';
import { specsFolder } from './specs-folder.ts';

const folder = join(specsFolder(), 'schemas');

/** All hand-written files. Baselines are written by Pyx. */
const files = readdirSync(specsFolder(), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml') && !/\.(?:baseline|drift)\.yaml$/.test(file))
  .map((file) => join(specsFolder(), file));

const validators = new Map<string, ValidateFunction>();

/** As an editor does: by the schema in the file, and by nothing of Pyx. */
function validatorOf(schemaFile: string): ValidateFunction {
  const known = validators.get(schemaFile);
  if (known) return known;
  const ajv = new Ajv2020({
    strictSchema: true,
    strictTypes: false,
    strictRequired: false,
    allowMatchingProperties: true,
    formats: { regex: true },
  });
  const validate = ajv.compile(JSON.parse(readFileSync(schemaFile, 'utf8')) as AnySchema);
  validators.set(schemaFile, validate);
  return validate;
}

/** The schema that the first line of a file names. */
function schemaFileOf(file: string, content: string): string | undefined {
  const path = /^# yaml-language-server: \$schema=(\S+)\n/.exec(content)?.[1];
  return path === undefined ? undefined : join(dirname(file), path);
}

describe('the schemas of files for editors', () => {
  it('are the schemas that check the specification', () => {
    expect(readdirSync(folder).sort()).toEqual(fileKinds.map((kind) => `${kind}.schema.json`).sort());
    for (const kind of fileKinds) {
      expect(
        JSON.parse(readFileSync(join(folder, `${kind}.schema.json`), 'utf8')),
        `specs/schemas/${kind}.schema.json: run npm run build`,
      ).toEqual(fileSchema(kind));
    }
  });

  it('are named in the first line of each file, and each file fits', () => {
    expect(files.length).toBeGreaterThan(220);
    for (const file of files) {
      const content = readFileSync(file, 'utf8');
      const schemaFile = schemaFileOf(file, content);
      expect(schemaFile && dirname(schemaFile), `the first line of ${relative(specsFolder(), file)}`).toBe(folder);
      const validate = validatorOf(schemaFile as string);
      expect(validate(parse(content)), `${relative(specsFolder(), file)}: ${JSON.stringify(validate.errors)}`).toBe(true);
    }
  });

  it('are named after the folders', () => {
    const kindIn = (part: string): Set<string> =>
      new Set(
        files
          .filter((file) => relative(specsFolder(), file).startsWith(part))
          .map((file) => basename(schemaFileOf(file, readFileSync(file, 'utf8')) ?? '', '.schema.json')),
      );
    expect(kindIn('standard/methods')).toEqual(new Set(['method']));
    expect(kindIn('standard/shapes')).toEqual(new Set(['shapes']));
    expect(kindIn('beyond/methods')).toEqual(new Set(['beyond']));
    expect(kindIn('targets')).toEqual(new Set(['target']));
  });

  const method =
    'id: m\nfamily: chain\nsummary: A method.\nsource: { document: 1, section: Limits }\nvariants: [{ id: default, effect: [read], result: null }]\n';
  it.each([
    ['method', 'a method without variants', 'id: m\nfamily: chain\nsummary: A method.\nsource: { document: 1, section: Limits }\n'],
    ['method', 'a family that is no name of a folder', method.replace('chain', 'My chain')],
    ['method', 'a document without a number', method.replace('document: 1', 'document: 0')],
    ['method', 'an unknown effect', method.replace('read', 'reads')],
    ['method', 'an unknown key', `${method}parms: []\n`],
    ['method', 'a rule with a section', `${method}rules: [{ id: m/a, text: T., section: Errors }]\n`],
    ['method', 'a group of rules without a section', `${method}rules: [{ rules: [{ id: m/a, text: T. }] }]\n`],
    [
      'method',
      'an invalid condition',
      `${method}params: [{ name: p, schema: { properties: { a: { presence: { when: { filed: x } } } } } }]\n`,
    ],
    ['beyond', 'a method beyond the documents without a summary', 'id: m\nfamily: control\nvariants: [{ id: default, effect: [read] }]\n'],
    ['shapes', 'a shape with an invalid name', 'block: { summary: S., source: { document: 1, section: Limits }, schema: {} }\n'],
    ['target', 'a target file without a name', 'match: a\n'],
    ['target', 'a waiver without a reason', 'name: a\nwaivers: [{ cases: x }]\n'],
    ['target', 'a start option without a dash', 'name: a\nstartOptions: [x=1]\n'],
    ['target', 'an invalid date', 'name: a\nwaivers: [{ cases: x, reason: y, until: soon }]\n'],
  ])('%s: refuse %s', (kind, _, content) => {
    expect(validatorOf(join(folder, `${kind}.schema.json`))(parse(content))).toBe(false);
  });

  it('accept a minimal method and a minimal target file', () => {
    expect(validatorOf(join(folder, 'method.schema.json'))(parse(method))).toBe(true);
    expect(validatorOf(join(folder, 'target.schema.json'))(parse('name: a\n'))).toBe(true);
  });
});
