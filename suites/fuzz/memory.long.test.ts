import { expect, test } from 'vitest';
import { fuzzed } from './testing/fuzzed.ts';

test('memory that grows with the calls is found', async () => {
  const { findings, memory } = await fuzzed('leak', { runs: 27_000 });
  expect(findings).toMatchObject([{ property: 'memory', method: 'node' }]);
  expect(memory[0]?.growthBytes).toBeGreaterThan(150_000_000);
});
