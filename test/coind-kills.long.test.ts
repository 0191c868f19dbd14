import { expect, test } from 'vitest';
import { killRounds } from './support/kill-rounds.ts';

for (const [unrest, rounds] of [
  ['forks', 100],
  ['replacements', 100],
  ['services', 200],
] as const) {
  test(
    `with ${unrest} on the way, a coind that is killed at ${rounds} random moments loses nothing that it answered`,
    { timeout: 1_800_000 },
    async () => {
      const { troubles, facts, services = {} } = await killRounds({ rounds, seed: 2, unrest });
      expect(troubles).toEqual([]);
      expect(facts).toBeGreaterThan(1_000);
      for (const [action, times] of Object.entries(services)) expect(times, action).toBeGreaterThan(rounds / 20);
    },
  );
}
