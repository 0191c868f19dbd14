import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LoadResultsError, readLoadResults } from './read-load-results.ts';
import { goodSample, hostileSample, wholeSample } from './testing/sample-load-results.ts';
import { loadDocuments } from './documents.ts';
import { reportedVerdict } from '../verdict.ts';
import { writeResults } from '../write-results.ts';
import { loadVerdict } from './verdict.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-load-results-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const fileOf = (content: unknown): string => {
  const file = join(folder, 'results.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};

describe('readLoadResults', () => {
  test.each([
    ['everything', wholeSample],
    ['a good run', goodSample],
    ['hostile texts', hostileSample],
  ])('reads what was written: %s', (_what, results) => {
    const verdict = loadVerdict(results);
    writeResults(results, verdict, loadDocuments, { outDir: folder });
    const written = { ...results, verdict: reportedVerdict(verdict) };
    expect(readLoadResults(folder)).toEqual(written);
    expect(readLoadResults(join(folder, 'results.json'))).toEqual(written);
  });

  test('reads the results of a version of Pyx that wrote no schemaVersion', () => {
    const { schemaVersion: _, ...earlier } = goodSample;
    expect(readLoadResults(fileOf(earlier))).toEqual(goodSample);
  });

  test.each<readonly [what: string, change: object, place: string]>([
    ['another version', { schemaVersion: 2 }, '/schemaVersion must be equal to constant'],
    ['an unknown member', { extra: 1 }, 'must NOT have additional properties'],
    ['a missing member', { warnings: undefined }, "must have required property 'warnings'"],
    ['an unknown engine', { engine: 'wrk' }, '/engine must be equal to one of the allowed values'],
    ['a time that is no time', { startedAt: 'yesterday' }, '/startedAt must match format "date-time"'],
    [
      'a share above 1',
      { saturation: { ...wholeSample.saturation, steps: [{ ...wholeSample.saturation!.steps[0], errors: 1.2 }] } },
      '/errors must be <= 1',
    ],
    ['latency without its histogram', { latency: { ...wholeSample.latency, histogram: '' } }, '/latency/histogram must match pattern'],
    ['an unknown model', { scenario: { ...wholeSample.scenario, model: { type: 'half-open' } } }, '/scenario/model'],
  ])('refuses %s, and names the place and the version', (_what, change, place) => {
    const read = (): unknown => readLoadResults(fileOf({ ...wholeSample, ...change }));
    expect(read).toThrow(LoadResultsError);
    expect(read).toThrow(place);
    expect(read).toThrow('it was written by pyx 0.1.0');
  });

  test.each<readonly [what: string, content: unknown, message: string]>([
    ['the results of a trial', { pyx: '0.1.0', seed: 1, cases: [] }, 'expected the results of a load, found those of a trial'],
    ['the results of another command', { pyx: '0.1.0', kind: 'tps' }, 'found those of pyx tps'],
    ['another file', [1, 2], 'found something else'],
    ['null', null, 'found something else'],
    ['a file that is cut', '{"pyx": "0.1', 'is not JSON'],
  ])('refuses %s', (_what, content, message) => {
    const read = (): unknown => readLoadResults(fileOf(content));
    expect(read).toThrow(LoadResultsError);
    expect(read).toThrow(message);
    expect(read).toThrow('name a results.json that pyx load has written, or its folder');
  });

  test('refuses a path at which nothing is', () => {
    expect(() => readLoadResults(join(folder, 'absent'))).toThrow(/absent: no such file; name a results\.json/);
    const empty = mkdtempSync(join(folder, 'empty-'));
    expect(() => readLoadResults(empty)).toThrow(`${join(empty, 'results.json')}: no such file`);
  });
});
