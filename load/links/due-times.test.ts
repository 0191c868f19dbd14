import { describe, expect, test } from 'vitest';
import { Random } from '../../fixtures/world/random.ts';
import { DueTimes, type DirectionShaping } from './due-times.ts';

const plain: DirectionShaping = { latencyMs: 0, jitterMs: 0, bandwidth: undefined };
const dueTimes = (shaping: Partial<DirectionShaping>, seed = 'a'): DueTimes => new DueTimes(new Random(seed), { ...plain, ...shaping });

describe('data leaves a link', () => {
  test('at once where it changes nothing', () => {
    expect(dueTimes({}).of(1_000_000, 5)).toBe(5);
  });

  test('after its latency', () => {
    const times = dueTimes({ latencyMs: 80 });
    expect([times.of(10, 1), times.of(10, 1.5)]).toEqual([81, 81.5]);
  });

  test('after it has passed at the bandwidth, behind what came before it', () => {
    // 8 Mbit/s are 1,000 bytes a millisecond.
    const times = dueTimes({ latencyMs: 10, bandwidth: 8_000_000 });
    expect([times.of(2_000, 0), times.of(1_000, 1), times.of(1_000, 50)]).toEqual([12, 13, 61]);
  });

  test('between latency less jitter and latency plus jitter, evenly, in order, and as the seed draws it', () => {
    const drawn = (seed: string): number[] => {
      const times = dueTimes({ latencyMs: 50, jitterMs: 20 }, seed);
      // So far apart that no piece waits for the one before it.
      return Array.from({ length: 1_000 }, (_, index) => times.of(1, index * 100) - index * 100);
    };
    const values = drawn('a');
    expect(Math.min(...values)).toBeGreaterThanOrEqual(30);
    expect(Math.max(...values)).toBeLessThanOrEqual(70);
    expect(values.filter((value) => value < 40).length).toBeGreaterThan(200);
    expect(values.filter((value) => value > 60).length).toBeGreaterThan(200);
    expect(drawn('a')).toEqual(values);
    expect(drawn('b')).not.toEqual(values);
  });

  test('never before what entered before it', () => {
    const times = dueTimes({ latencyMs: 50, jitterMs: 50 });
    const due = Array.from({ length: 200 }, (_, index) => times.of(1, index / 10));
    expect(due).toEqual([...due].sort((a, b) => a - b));
    expect(new Set(due).size).toBeGreaterThan(1);
  });

  test('in order also when the shaping is switched off', () => {
    const times = dueTimes({ latencyMs: 100 });
    times.of(1, 0);
    times.shaping = plain;
    expect([times.of(1, 10), times.of(1, 200)]).toEqual([100, 200]);
  });
});

test('as much may wait as the line holds', () => {
  expect(dueTimes({}).maxWaitingBytes).toBe(4 * 2 ** 20);
  // 1 Gbit/s for 200 ms.
  expect(dueTimes({ latencyMs: 200, bandwidth: 1e9 }).maxWaitingBytes).toBe(25_000_000);
  expect(dueTimes({ latencyMs: 200, bandwidth: 1e11 }).maxWaitingBytes).toBe(64 * 2 ** 20);
});

test('parts take a millisecond to pass, and are no smaller than a packet', () => {
  expect([undefined, 8_000_000, 80_000_000].map((bandwidth) => dueTimes({ bandwidth }).partBytes)).toEqual([Infinity, 1_448, 10_000]);
});
