import { expect, test } from 'vitest';
import { killRounds } from './support/kill-rounds.ts';

for (const [unrest, rounds] of [
  ['forks', 5],
  ['replacements', 5],
  ['services', 3],
] as const) {
  test(`with ${unrest} during the run, a coind killed at random moments loses no answered change`, async () => {
    const { troubles, facts, blocks, services } = await killRounds({ rounds, seed: 1, unrest });
    expect(troubles).toEqual([]);
    // Otherwise there would be nothing to lose.
    expect(facts).toBeGreaterThan(40);
    expect(blocks).toBeGreaterThan(103);
    if (services !== undefined) expect(Object.values(services).reduce((sum, times) => sum + times, 0)).toBeGreaterThan(5);
  });
}
