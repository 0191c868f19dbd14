import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { specification } from '../../specs/model/specification.ts';
import { Corpus, readEntry } from './corpus.ts';
import { KeptCalls } from './kept-calls.ts';
import { pathText, readPathText } from './path-text.ts';
import type { Probe } from './probe.ts';
import { Probes } from './probes.ts';
import { signatureOf, withoutValues, type FuzzProblem } from './properties/problem.ts';
import { seeded } from './seeded.ts';

const methods = ['getblock', 'sendmany', 'createrawtransaction', 'listunspent'].map((id) => specification.method(id));
const made = new Probes(specification, methods, (name) => (name.endsWith('/1') ? ['abcdefgh', 7] : undefined), new KeptCalls());
const probes = Array.from({ length: 300 }, (_, index): Probe => made.any(seeded(index, 'path')));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-corpus-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('requests are the same after the way through the text of a path', () => {
  for (const probe of probes) expect(readPathText(pathText([probe]))).toEqual([probe]);
  expect(readPathText(pathText(probes))).toEqual(probes);
  expect(pathText(probes.slice(0, 3))).toMatch(/^[\w-]+$/);
});

test.each(['', 'x', 'not base64!', pathText(probes).slice(0, 40), Buffer.from('[]').toString('base64url')])(
  '"%s" is no path, with a remedy',
  (text) => {
    expect(() => readPathText(text)).toThrow(/--path: the text is not the path of a finding .*; give the text or the file/);
  },
);

const problem: FuzzProblem = {
  property: 'internal-error',
  evidence: 'health',
  source: 'an internal error of the node',
  method: 'gobject count',
  what: '-1 x',
  message: 'it failed',
};

test('a corpus keeps a problem in one file, by the name of its target, and reads it again', () => {
  const corpus = new Corpus(folder, 'process:/opt/node/bin/coind');
  expect(corpus.entries()).toEqual([]);
  const file = corpus.add(problem, probes.slice(0, 2));
  expect(corpus.add({ ...problem, message: 'it failed again' }, probes.slice(0, 1))).toBe(file);
  expect(file).toMatch(/\/process-coind\/internal-error-gobject-count-[0-9a-f]{8}\.json$/);
  expect(new Corpus(folder, 'process:/opt/node/bin/coind').entries()).toEqual([
    { file, signature: signatureOf(problem), message: 'it failed again', probes: probes.slice(0, 1) },
  ]);
  expect(new Corpus(folder, 'embedded').entries()).toEqual([]);
  expect(readdirSync(join(folder, 'process-coind'))).toEqual([file.slice(file.lastIndexOf('/') + 1)]);
});

test('a damaged file of a corpus is named, with what is wrong with it', () => {
  const file = new Corpus(folder, 'embedded').add(problem, probes.slice(0, 1));
  const kept = JSON.parse(readFileSync(file, 'utf8')) as { probes: { params?: unknown; wallet?: string }[] };
  const damage = (probesNow: unknown): (() => unknown) => {
    writeFileSync(file, JSON.stringify({ ...kept, probes: probesNow }));
    return () => readEntry(file);
  };
  expect(damage([])).toThrow(/is not a file of a corpus \(there are no requests\); remove it/);
  expect(damage([{ ...kept.probes[0], type: 'call', method: 'x', class: 'wild', params: { text: '{' }, wallet: 'usual' }])).toThrow(file);
  expect(damage([{ type: 'call', method: 'x', wallet: 'mine', class: 'wild', params: { text: '1' } }])).toThrow(
    'request 0, wallet: it is none of usual',
  );
});

test('messages that differ only in values are of one problem', () => {
  expect(withoutValues(`Block ${'ab12'.repeat(16)} at height 12 "x" not found\nat line 3`)).toBe(
    withoutValues(`Block ${'cd34'.repeat(16)} at height 7 "yy" not found\nat 9`),
  );
  expect(withoutValues('out of range: -1, 0x9ab')).toBe(withoutValues('out of range: -2.3996963555184453e-142, 0x1'));
  expect(withoutValues('Block not found')).not.toBe(withoutValues('Block is pruned'));
});
