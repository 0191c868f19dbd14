import { expect, test } from 'vitest';
import { startAfterPowerLosses, startDamaged } from './support/damaged-datadirs.ts';

test('on 60 damaged data directories coind gives the same answers as before, or one message with a remedy', async () => {
  const { started, refused, wrong } = await startDamaged(60);
  expect(wrong).toEqual([]);
  expect(started + refused).toBe(60);
  expect(refused).toBeGreaterThan(30);
});

test('after 30 power losses coind has a state since the last sync, with any subset of pages on disk', async () => {
  const { started, wrong } = await startAfterPowerLosses(30);
  expect(wrong).toEqual([]);
  expect(started).toBe(30);
});
