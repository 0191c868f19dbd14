import { expect, test } from 'vitest';
import { startAfterPowerCuts, startDamaged } from './support/damaged-datadirs.ts';

test('on a damaged data directory coind gives the answers that it gave before, or one sentence with what to do', async () => {
  const { started, refused, wrong } = await startDamaged(12);
  expect(wrong).toEqual([]);
  expect(started + refused).toBe(12);
  expect(refused).toBeGreaterThan(6);
});

test('after a power loss coind is at a moment since the last sync, whatever pages reached the disk', async () => {
  const { started, wrong } = await startAfterPowerCuts(4);
  expect(wrong).toEqual([]);
  expect(started).toBe(4);
});
