import { expect, test } from 'vitest';
import { inFolder, pyx } from './support/pyx.ts';
import { selfcheckIn, testSample } from './support/selfcheck-sample.ts';

const WITHIN_MS = 900_000;
const SEEDS = Array.from({ length: 20 }, (_, index) => 201 + index);

testSample(150);

// Each case runs alone, on a node that is restored to the same state before it: a case that needs what another one has
// left behind fails here.
for (const seed of SEEDS) {
  test(`no case fails without a fault, with seed ${seed}`, { timeout: WITHIN_MS + 20_000 }, () =>
    inFolder(async (folder) => {
      const { code, stdout, stderr } = await pyx(['selfcheck', '--sample', '0', '--seed', String(seed), '--out', folder], {
        withinMs: WITHIN_MS,
      });
      const { cases, complete } = selfcheckIn(folder);
      expect(cases.failed, stdout).toEqual([]);
      expect([code, complete, cases.skipped], stderr).toEqual([0, true, 0]);
      expect(cases.passed).toBeGreaterThan(2_800);
    }),
  );
}
