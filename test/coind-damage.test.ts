import { expect, test } from 'vitest';
import { startAfterPowerLosses, startDamaged } from './support/damaged-datadirs.ts';

test('on a damaged data directory coind gives the same answers as before, or one message with a remedy', async () => {
  const { started, refused, wrong } = await startDamaged(12);
  expect(wrong).toEqual([]);
  expect(started + refused).toBe(12);
  expect(refused).toBeGreaterThan(6);
});

test('after a power loss coind has a state since the last sync, with any subset of pages on disk', async () => {
  const { started, wrong } = await startAfterPowerLosses(4);
  expect(wrong).toEqual([]);
  expect(started).toBe(4);
});
