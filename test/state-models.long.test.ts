import { expect, test } from 'vitest';
import { openTarget } from '../fixtures/targets/open-target.ts';
import { stateCases } from '../suites/states/state-cases.ts';
import { needs } from './require.ts';
import { coindFile, litecoindFile, outcomeText, tryCases } from './support/try-cases.ts';

const targets = [
  { name: 'embedded', file: coindFile, seeds: 20, runs: 5 },
  { name: 'process:litecoind', file: litecoindFile, seeds: 5, runs: 5 },
] as const;

const CLEAN: ReadonlySet<string> = new Set(['passed', 'waived', 'inapplicable']);

for (const { name, file, seeds, runs } of targets) {
  test(`no model differs from ${name} with ${seeds} seeds, and all rows are reached`, { timeout: 900_000 }, async (ctx) => {
    if (name === 'process:litecoind') await needs(ctx, 'litecoind');
    for (let seed = 1; seed <= seeds; seed++) {
      const target = await openTarget(name, { env: {} });
      try {
        const outcomes = await tryCases(stateCases({ runs, commands: 20 }), target, seed, { jobs: 2, file });
        // A row that no run has reached is an observation.
        const bad = [...outcomes.values()].filter(({ status, findings }) => !CLEAN.has(status) || findings.some(({ waiver }) => !waiver));
        expect(bad.map((outcome) => `seed ${seed}: ${outcomeText(outcome)}`)).toEqual([]);
      } finally {
        await target.close();
      }
    }
  });
}
