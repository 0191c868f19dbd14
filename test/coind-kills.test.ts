import { expect, test } from 'vitest';
import { killRounds } from './support/kill-rounds.ts';

for (const unrest of ['forks', 'replacements'] as const) {
  test(`with ${unrest} during the run, a coind killed at random moments loses no answered change`, async () => {
    const { troubles, facts, blocks } = await killRounds({ rounds: 5, seed: 1, unrest });
    expect(troubles).toEqual([]);
    // Otherwise there would be nothing to lose.
    expect(facts).toBeGreaterThan(40);
    expect(blocks).toBeGreaterThan(103);
  });
}
