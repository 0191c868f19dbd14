import { expect, test } from 'vitest';
import { RateProfile } from './rate-profile.ts';

function profileOf(times: readonly number[]): RateProfile {
  const profile = new RateProfile();
  for (const atMs of times) profile.note(1_000_000 + atMs);
  return profile;
}

test('a day is kept in a few stretches, and no call is lost', () => {
  const times = Array.from({ length: 86_400 }, (_, second) => 1_000 * second);
  const stretches = profileOf(times).stretches(12);
  expect(stretches.length).toBeLessThanOrEqual(12);
  expect(stretches.reduce((sum, { calls }) => sum + calls, 0)).toBe(86_400);
  expect(stretches.reduce((sum, { durationMs }) => sum + durationMs, 0)).toBe(86_399_000);
  for (const { calls, durationMs } of stretches.slice(0, -1)) expect(calls / durationMs).toBeCloseTo(0.001, 5);
});

test('a rate that changes is seen, also after a pause', () => {
  const busy = Array.from({ length: 100 }, (_, index) => 10 * index);
  const later = busy.map((atMs) => 9_000 + atMs);
  const stretches = profileOf([...busy, ...later]).stretches(5);
  expect(stretches.map(({ calls }) => calls)).toEqual([100, 0, 0, 0, 100]);
});

test('calls that are heard in another order than they came count where they came', () => {
  const profile = profileOf([0, 600, 400, 1_000]);
  expect(profile.lastedMs).toBe(1_000);
  expect(profile.stretches(5).map(({ calls }) => calls)).toEqual([1, 1, 1, 0, 1]);
});

test('a single call has no rate', () => {
  expect(profileOf([5]).stretches(3)).toEqual([{ durationMs: 1, calls: 1 }]);
  expect(profileOf([5]).variation).toBe(1);
  expect(profileOf([]).stretches(3)).toEqual([]);
});
