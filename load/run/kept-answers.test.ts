import { describe, expect, test } from 'vitest';
import { sampleCall } from '../testing/sample-calls.ts';
import { KeptAnswers, type KeptAnswersOptions } from './kept-answers.ts';

/** The numbers of the answers that are kept of these many, each of some bytes. */
function keptOf(count: number, options: Partial<KeptAnswersOptions>, bytes = 100): number[] {
  const kept = new KeptAnswers({ share: 1, seed: 'kept', maxBytes: 1e9, ...options });
  const body = Buffer.alloc(bytes);
  for (let index = 0; index < count; index++) {
    body.writeUInt32LE(index);
    kept.offer(sampleCall, body);
  }
  return [...kept.answers()].map((answer) => answer.body.readUInt32LE());
}

const within = (numbers: readonly number[], from: number, to: number): number =>
  numbers.filter((number) => number >= from && number < to).length;

describe('KeptAnswers', () => {
  test('keeps all where there is room, with the bodies as they were', () => {
    expect(keptOf(1_000, {}).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 1_000 }, (_, index) => index));
  });

  test('keeps a sample of the whole load where there is not, as large as half of the room at least', () => {
    const kept = keptOf(100_000, { maxBytes: 2_000_000 });
    expect(kept.length).toBeLessThanOrEqual(20_000);
    expect(kept.length).toBeGreaterThan(7_000);
    // As many of the beginning as of the end: a tenth each, with a standard deviation of at most 45.
    for (let part = 0; part < 10; part++)
      expect(Math.abs(within(kept, part * 10_000, (part + 1) * 10_000) - kept.length / 10)).toBeLessThan(250);
  });

  test('keeps no more than a number of answers, however small they are', () => {
    const kept = keptOf(10_000, { maxAnswers: 1_000 }, 4);
    expect(kept.length).toBeLessThanOrEqual(1_000);
    expect(kept.length).toBeGreaterThan(350);
  });

  test('other seeds keep others, the same seed the same', () => {
    const share = { share: 0.1 };
    expect(keptOf(1_000, { ...share, seed: 'a' })).toEqual(keptOf(1_000, { ...share, seed: 'a' }));
    expect(keptOf(1_000, { ...share, seed: 'a' })).not.toEqual(keptOf(1_000, { ...share, seed: 'b' }));
  });

  test('keeps the first three of each method, however small the share is', () => {
    const kept = new KeptAnswers({ share: 1e-9, seed: 'kept', maxBytes: 1e9 });
    for (let index = 0; index < 10; index++) kept.offer(sampleCall, Buffer.from([index]));
    kept.offer({ ...sampleCall, method: 'getblock' }, Buffer.from([99]));
    expect([...kept.answers()].map(({ body }) => body[0])).toEqual([0, 1, 2, 99]);
  });

  test('an answer that is larger than the room displaces what can be displaced, and is not kept', () => {
    const kept = new KeptAnswers({ share: 1, seed: 'kept', maxBytes: 1_000_000 });
    for (let index = 0; index < 3; index++) kept.offer(sampleCall, Buffer.alloc(10));
    kept.offer(sampleCall, Buffer.alloc(5_000_000));
    expect([...kept.answers()].every(({ body }) => body.length === 10)).toBe(true);
  });
});
