import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { specification } from '../specs/model/specification.ts';
import {
  absentMethods,
  absentOptions,
  assertKnownMethods,
  baselineFileOf,
  chooseTargetFile,
  filesOfTarget,
  namesOf,
  oldFormNote,
  parseTargetFile,
  readTargetFile,
  TargetFileError,
  targetsFolder,
} from './target-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-target-file-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

test('reads the known properties of a release', () => {
  const file = put(
    'a.yaml',
    `
name: A
match: ^/A:1
names: { coin: acme }
startOptions: [-x=1]
absent:
  - { methods: [getthing, setthing], reason: no such }
  - { options: [-zmq], reason: built without }
waivers: [{ cases: "methods/*", path: size, check: presence, reason: so, until: 2027-01-31, seeds: some }]
`,
  );
  const target = readTargetFile(file);
  expect(target).toMatchObject({ file, name: 'A', startOptions: ['-x=1'], waivers: [{ until: '2027-01-31' }] });
  expect(absentMethods(target)).toEqual(
    new Map([
      ['getthing', 'no such'],
      ['setthing', 'no such'],
    ]),
  );
  expect(absentOptions(target)).toEqual(new Map([['-zmq', 'built without']]));
  expect(namesOf(target)).toEqual({ coin: 'acme', ext: 'ext', extclient: 'extclient' });
  expect([absentMethods(undefined).size, namesOf(undefined).coin]).toEqual([0, 'coin']);
});

test('lists in the form of earlier releases are noted, with the command that moves them', () => {
  const waivers = [{ cases: 'a', reason: 'so' }];
  const drift = [{ change: 'field-added' as const, methods: ['getblock'], reason: 'so' }];
  const target = { file: 'a.yaml', name: 'A' };
  expect(oldFormNote({ ...target, accepted: [] })).toBeUndefined();
  expect(oldFormNote({ ...target, waivers: [], drift: [] })).toBeUndefined();
  expect(oldFormNote({ ...target, waivers: [{ ...waivers[0]!, file: 'pyx.yaml' }], drift })).toBe(
    'a.yaml, pyx.yaml: waivers and drift are read for the last time in this release; pyx accept --migrate FILE DIR moves them to accepted',
  );
  expect(oldFormNote({ ...target, waivers })).toContain('a.yaml: waivers are read for the last time');
});

test.each([
  ['no YAML', 'name: [', /\.yaml: /],
  ['no object', '- a', /must be object/],
  ['no name', 'match: a', /must have required property 'name'/],
  ['a misspelt key', 'name: a\nwaiver: []', /a\.yaml: line 2: there is no key "waiver"; did you mean "waivers"\?/],
  ['a waiver without a reason', 'name: a\nwaivers: [{ cases: x }]', /line 2: \/waivers\/0 must have required property 'reason'/],
  ['an invalid date', 'name: a\nwaivers: [{ cases: x, reason: y, until: soon }]', /\/waivers\/0\/until must match pattern/],
  ['a start option without a dash', 'name: a\nstartOptions: [x]', /\/startOptions\/0 must match pattern/],
  ['an invalid expression', 'name: a\nmatch: "("', /\/match is not a regular expression/],
])('%s is refused with its place', (_, text, message) => {
  const read = (): unknown => parseTargetFile(text, join(folder, 'a.yaml'));
  expect(read).toThrow(TargetFileError);
  expect(read).toThrow(message);
});

test('a missing file is refused with the names of the built-in files', () => {
  put('known-1.yaml', 'name: K');
  put('known-1.baseline.yaml', 'baseline: {}');
  expect(() => readTargetFile('unknown', folder)).toThrow(
    new TargetFileError('target file unknown: no such file', { remedy: 'give the path of a target file, or one of the names: known-1' }),
  );
  expect(readTargetFile('known-1', folder).name).toBe('K');
  expect(() => readTargetFile(folder)).toThrow(TargetFileError);
});

test('the baseline is a separate file beside the target file', () => {
  expect(baselineFileOf('/a/b.yaml')).toBe('/a/b.baseline.yaml');
  expect(baselineFileOf('/a/b.yml')).toBe('/a/b.baseline.yaml');
  expect(baselineFileOf('/a/b.txt')).toBe('/a/b.txt.baseline.yaml');
  put('a.baseline.yaml', 'baseline: { "a#b": refused -5 }\nextraFields: { getthing: [x] }');
  expect(readTargetFile(put('a.yaml', 'name: A'))).toMatchObject({ baseline: { 'a#b': 'refused -5' }, extraFields: { getthing: ['x'] } });
  put('a.baseline.yaml', 'baseline: 7');
  expect(() => readTargetFile(put('a.yaml', 'name: A'))).toThrow(/\/baseline must be object/);
});

test('is chosen by the subversion of the node', () => {
  put('a.yaml', 'name: A\nmatch: "^/A:1\\\\."');
  put('b.yaml', 'name: B');
  expect(chooseTargetFile('/A:1.2/', folder)?.name).toBe('A');
  expect(chooseTargetFile('/A:11.2/', folder)).toBeUndefined();
  expect(chooseTargetFile('/A:1.2/', join(folder, 'nowhere'))).toBeUndefined();
});

test('unknown methods are refused', () => {
  const known = (method: string): boolean => specification.find(method) !== undefined;
  const target = parseTargetFile('name: A\nabsent: [{ methods: [getblock, getblok], reason: x }]\nextraFields: { getinof: [x] }', 'a.yaml');
  expect(() => assertKnownMethods(target, known)).toThrow(
    new TargetFileError('a.yaml: the documents have no method getblok, getinof', {
      remedy: 'write methods as pyx run --list prints them; pyx spec check a.yaml prints similar names',
    }),
  );
  expect(() => assertKnownMethods(undefined, known)).not.toThrow();
  const own = readTargetFile('litecoind-0.21', targetsFolder());
  expect(() => assertKnownMethods(own, known)).not.toThrow();
  expect(chooseTargetFile('/LitecoinCore:0.21.2.1/')?.file).toBe(own.file);
});

test('a target file consists of itself, of what is beside it, and of the list that it names', () => {
  const file = join(folder, 'a.yaml');
  expect(filesOfTarget(file)).toEqual([file]);
  writeFileSync(file, 'name: A\naccepted: list.yaml\n');
  writeFileSync(join(folder, 'a.baseline.yaml'), 'baseline: {}\n');
  expect(filesOfTarget(file)).toEqual([file, join(folder, 'a.baseline.yaml'), join(folder, 'list.yaml')]);
  writeFileSync(file, 'name: [\n');
  expect(filesOfTarget(file)).toEqual([file, join(folder, 'a.baseline.yaml')]);
});
