import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neutralNames } from '../specs/model/names.ts';
import { toOpenRpc } from '../specs/model/openrpc.ts';
import { specification } from '../specs/model/specification.ts';
import { pyx, type PyxEnded } from './support/pyx.ts';

interface Document {
  methods: { name: string; params: { name: string; required: boolean; schema: object }[] }[];
}

let folder: string;
const file = (name: string): string => join(folder, name);
const diff = (...args: string[]): Promise<PyxEnded> => pyx(['spec', 'diff', ...args]);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-spec-diff-'));
  const document = toOpenRpc(specification, neutralNames) as Document;
  writeFileSync(file('same.json'), JSON.stringify(document));
  const getblock = document.methods.find(({ name }) => name === 'getblock');
  getblock?.params.push({ name: 'strict', required: true, schema: { type: 'boolean' } });
  document.methods = document.methods.filter(({ name }) => name !== 'getblockcount');
  writeFileSync(file('changed.json'), JSON.stringify(document));
  writeFileSync(file('broken.json'), '{');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('a specification and its export do not differ', async () => {
  const { code, stdout } = await diff('standard', file('same.json'));
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('No change.') });
});

test('planted changes are in the changelog, in both directions, and decide the exit code', async () => {
  const forth = await diff('standard', file('changed.json'), '--json', '--fail-on', 'breaking');
  expect(forth.code).toBe(1);
  const { changes } = JSON.parse(forth.stdout) as { changes: { rule: string; subject: string }[] };
  expect(changes.map(({ rule, subject }) => `${rule} ${subject}`)).toEqual([
    'required-param-added method getblock',
    'method-removed method getblockcount',
  ]);
  const back = await diff(file('changed.json'), 'standard', '--out', file('CHANGES.md'), '--fail-on', 'none');
  expect(back.code).toBe(0);
  const text = readFileSync(file('CHANGES.md'), 'utf8');
  expect(text).toContain('An argument is missing `argument strict`');
  expect(text).toContain('There is a new method: now `Number of blocks');
});

test('a file that is no specification cannot be compared', async () => {
  for (const name of [file('broken.json'), file('missing.json')]) {
    const { code, stderr } = await diff('standard', name);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(name) });
  }
});
