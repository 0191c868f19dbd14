import { expect, test } from 'vitest';
import { killRounds } from './support/kill-rounds.ts';

for (const unrest of ['forks', 'replacements'] as const) {
  test(
    `with ${unrest} on the way, a coind that is killed at 100 random moments loses nothing that it answered`,
    { timeout: 1_800_000 },
    async () => {
      const { troubles, facts } = await killRounds({ rounds: 100, seed: 2, unrest });
      expect(troubles).toEqual([]);
      expect(facts).toBeGreaterThan(1_000);
    },
  );
}
