import { expect, test } from 'vitest';
import { startAfterPowerCuts, startDamaged } from './support/damaged-datadirs.ts';

test('on 60 damaged data directories coind gives the answers that it gave before, or one sentence with what to do', async () => {
  const { started, refused, wrong } = await startDamaged(60);
  expect(wrong).toEqual([]);
  expect(started + refused).toBe(60);
  expect(refused).toBeGreaterThan(30);
});

test('after 30 power losses coind is at a moment since the last sync, whatever pages reached the disk', async () => {
  const { started, wrong } = await startAfterPowerCuts(30);
  expect(wrong).toEqual([]);
  expect(started).toBe(30);
});
