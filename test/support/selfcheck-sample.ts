import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SelfcheckResults } from '../../engine/selfcheck-results.ts';
import { foundShare, tallyOf } from '../../reports/selfcheck/tally.ts';
import { inFolder, pyx } from './pyx.ts';

/** Share of a sample that must be found: samples vary by several percent. */
const LEAST_SHARE = 0.9;

/** The results that `pyx selfcheck` wrote into a folder. */
export const selfcheckIn = (folder: string): SelfcheckResults =>
  JSON.parse(readFileSync(join(folder, 'selfcheck.json'), 'utf8')) as SelfcheckResults;

/** Makes a test: of a sample of the faults of these methods, or of all, on the embedded node nearly all are found. */
export function testSample(size: number, methods: readonly string[] = []): void {
  test(`of ${size} faults on the embedded node nearly all are found`, () =>
    inFolder(async (folder) => {
      const args = ['--sample', String(size), '--seed', '13', '--out', folder, ...(methods.length > 0 ? ['--method', methods.join()] : [])];
      const { code, stdout, stderr } = await pyx(['selfcheck', ...args]);
      const { faults, cases, complete, internalErrors } = selfcheckIn(folder);
      expect(code, stdout + stderr).toBe(0);
      expect(complete).toBe(true);
      expect(cases.failed).toEqual([]);
      expect(cases.skipped).toBe(0);
      expect(cases.passed).toBeGreaterThan(10 * size);
      expect(internalErrors).toEqual([]);
      const attempted = faults.filter(({ outOfScope }) => outOfScope === undefined);
      expect(attempted).toHaveLength(size);
      expect(attempted.filter(({ status }) => status === 'untried')).toEqual([]);
      // What is missed is printed, so that a failure of this test names it.
      expect(foundShare(tallyOf(faults)), stdout).toBeGreaterThanOrEqual(LEAST_SHARE);
      for (const { id, finder } of attempted.filter(({ status }) => status === 'found')) {
        expect(['document', 'standard', 'health'], id).toContain(finder?.evidence);
      }
    }));
}
