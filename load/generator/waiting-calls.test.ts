import { expect, it } from 'vitest';
import { sampleCall } from '../testing/sample-calls.ts';
import { WaitingCalls } from './waiting-calls.ts';

it('gives calls back in their order, also many of them, added and removed in turns', () => {
  const waiting = new WaitingCalls();
  const out: (readonly [number | undefined, number | undefined])[] = [];
  let added = 0;
  const remove = (count: number): void => {
    for (let index = 0; index < count; index++) {
      out.push([waiting.firstCall?.check, waiting.firstIntendedAtUs]);
      waiting.removeFirst();
    }
  };
  for (const [add, take] of [
    [3, 3],
    [20_000, 15_000],
    [10, 5_010],
    [9_000, 4_500],
    [1, 4_501],
  ] as const) {
    for (let index = 0; index < add; index++) waiting.push({ ...sampleCall, check: added }, added++ * 2);
    remove(take);
    expect(waiting.length).toBe(added - out.length);
  }
  expect(waiting.length).toBe(0);
  expect([waiting.firstCall, waiting.firstIntendedAtUs]).toEqual([undefined, undefined]);
  expect(out).toEqual(Array.from({ length: added }, (_, index) => [index, index * 2]));
});
