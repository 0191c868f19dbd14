import { expect, test } from 'vitest';
import { killRounds } from './support/kill-rounds.ts';

for (const unrest of ['forks', 'replacements'] as const) {
  test(`with ${unrest} on the way, a coind that is killed at random moments loses nothing that it answered`, async () => {
    const { troubles, facts, blocks } = await killRounds({ rounds: 5, seed: 1, unrest });
    expect(troubles).toEqual([]);
    // Otherwise there was nothing to lose.
    expect(facts).toBeGreaterThan(40);
    expect(blocks).toBeGreaterThan(103);
  });
}
