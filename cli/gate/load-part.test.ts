import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sampleLoadResults } from '../../load/testing/sample-load-results.ts';
import { loadPart } from './load-part.ts';
import { readPolicy, type LoadPolicy } from './read-policy.ts';

const folder = mkdtempSync(join(tmpdir(), 'pyx-load-part-'));
afterAll(() => rmSync(folder, { recursive: true }));

const measured = sampleLoadResults();
writeFileSync(join(folder, 'results.json'), JSON.stringify(measured));
writeFileSync(join(folder, 'pyx.yaml'), 'target: embedded\n');

const planned = (load: LoadPolicy) =>
  loadPart(readPolicy(join(folder, 'pyx.yaml')), { method: 'getblockcount', baseline: folder, ...load }, 1, 1);

test('a baseline of other conditions is refused before anything is measured', () => {
  const { connections } = measured.scenario;
  expect(planned({ connections }).name).toBe('load getblockcount');
  expect(() => planned({ connections: connections + 1, duration: '7s' })).toThrow(
    expect.objectContaining({
      message: expect.stringContaining('was not measured as the policy demands; measure the baseline anew'),
      details: [`connections: ${connections} and ${connections + 1}`, `duration in ms: ${measured.scenario.durationMs} and 7000`],
    }),
  );
});
