import { describe, expect, test } from 'vitest';
import type { Client } from '../../client/types.ts';
import { AcceptedResults } from '../../engine/accepted-results.ts';
import { Service } from '../../fixtures/world/service.ts';
import { neutralNames } from '../../specs/model/names.ts';
import { specification } from '../../specs/model/specification.ts';
import type { PreparedCall } from '../generator/types.ts';
import { AnswerChecks, type AnswerChecksOptions } from './answer-checks.ts';

const service = new Service({} as Client, specification, { ...neutralNames, coin: 'acme' });
const call: PreparedCall = { method: 'getblockcount', path: '/', body: Buffer.alloc(0), check: 0 };
const checks = (options: Partial<AnswerChecksOptions> = {}): AnswerChecks =>
  new AnswerChecks({ service, requestOf: ({ method }) => service.request(method), durationMs: 60_000, seed: '1', ...options });
const answer = (result: string): Buffer => Buffer.from(`{"result":${result},"error":null,"id":"pyx-load"}`);

test('answers that contradict the specification are counted by what is wrong, with an example of each', () => {
  const kept = checks();
  kept.keep(call, answer('5'));
  kept.keep(call, answer('"five"'));
  kept.keep(call, answer('"six"'));
  const { checked, wrong, answers } = kept.judge();
  expect({ checked, wrong }).toEqual({ checked: 3, wrong: 2 });
  expect(answers).toMatchObject([{ method: 'getblockcount', count: 2, answer: expect.stringMatching(/"five"|"six"/) as string }]);
});

test('what the generator reads into afterwards does not change what was kept', () => {
  const kept = checks();
  const buffer = answer('5');
  kept.keep(call, buffer);
  buffer.fill('x');
  expect(kept.judge().wrong).toBe(0);
});

test('what the target file accepts for the method is not wrong; of another method it is', () => {
  const entry = { what: { method: 'getblockcount', check: 'type', found: 'string' }, why: 'a text there', file: 'x', line: 1 };
  const accepted = new AcceptedResults({ file: 'x', name: 'x', accepted: [entry] }, specification, '2026-11-20');
  const kept = checks({ accepted });
  kept.keep(call, answer('"five"'));
  kept.keep({ ...call, method: 'getdifficulty' }, answer('"five"'));
  expect(kept.judge()).toMatchObject({ checked: 2, wrong: 1, answers: [{ method: 'getdifficulty' }] });
});

const levels = (count: number): string => '['.repeat(count) + ']'.repeat(count);

test.each([
  ['no JSON', 'yes', 'the answer cannot be read: Expected a JSON value'],
  ['a million levels', levels(1e6), 'the answer cannot be read: The JSON is nested deeper than 256 levels'],
  ['two members of one name', '{"a":1,"a":2}', 'the answer cannot be read: The name "a" occurs twice'],
  ['a number below all', '-1e400', 'the result'],
  ['an object that cannot be a text', '{"toString":1}', 'the result'],
  ['a text of 10 MB', `"${'x'.repeat(1e7)}"`, 'the result'],
  ['a list of a million', `[${'1,'.repeat(1e6)}1]`, 'the result'],
])('%s as the result is a wrong answer', (_what, result, message) => {
  const kept = checks();
  kept.keep(call, answer(result));
  const { checked, wrong, answers } = kept.judge();
  expect({ checked, wrong }).toEqual({ checked: 1, wrong: 1 });
  expect(answers).toHaveLength(1);
  expect(answers[0]?.message).toContain(message);
  expect(answers[0]?.answer.length).toBeLessThanOrEqual(500);
});

test('of a list in which every item is wrong, the first items are shown', () => {
  const kept = checks();
  for (let answers = 0; answers < 3; answers++) kept.keep({ ...call, method: 'getrawmempool' }, answer(`[${'1,'.repeat(1e5)}1]`));
  const { wrong, answers } = kept.judge();
  expect(wrong).toBe(3);
  expect(answers.length).toBeLessThanOrEqual(20);
  expect(answers.every(({ count }) => count === 3)).toBe(true);
});

test('differences that are others in each answer are counted, and not all kept', () => {
  const kept = checks({ requestOf: () => service.request('getblockchaininfo') });
  for (let index = 0; index < 2_000; index++) kept.keep(call, answer(`{"warnings":${index},"softforks":{"a${index}":${index}}}`));
  const { wrong, answers } = kept.judge();
  expect(wrong).toBe(2_000);
  expect(answers.length).toBeLessThanOrEqual(1_000);
});

test('a number beyond all doubles is no error of Pyx', () => {
  const kept = checks();
  kept.keep(call, answer('1e400'));
  expect(kept.judge().checked).toBe(1);
});

describe('which answers are looked at', () => {
  const judged = (options: Partial<AnswerChecksOptions>, count: number, each: (index: number) => [PreparedCall, Buffer]) => {
    const kept = checks(options);
    for (let index = 0; index < count; index++) kept.keep(...each(index));
    return kept.judge();
  };

  test('all of them, where that takes less than a twentieth of a core: a single wrong one is found', () => {
    const { checked, wrong, cpuMs } = judged({}, 2_000, (index) => [call, answer(index === 1_234 ? '"five"' : '5')]);
    expect({ checked, wrong }).toEqual({ checked: 2_000, wrong: 1 });
    expect(cpuMs).toBeLessThan(3_000);
  });

  test('a part of them where it would take more, but three of each method', () => {
    // No time at all: it is used up after the first answers.
    const { checked, methods } = judged({ durationMs: 1e-6 }, 2_000, (index) => [
      { ...call, method: index % 10 === 0 ? 'getdifficulty' : 'getblockcount' },
      answer('5'),
    ]);
    expect(checked).toBe(6);
    expect(Object.fromEntries(methods)).toEqual({ getblockcount: 3, getdifficulty: 3 });
  });

  test('no more than the share that a scenario asks for', () => {
    const { checked } = judged({ share: 0.1 }, 20_000, () => [call, answer('5')]);
    expect(checked).toBeGreaterThan(1_800);
    expect(checked).toBeLessThan(2_200);
    expect(judged({ share: 0 }, 100, () => [call, answer('5')]).checked).toBe(0);
  });

  test('by the seed, and not by their number: faults at regular distances are met as often as others', () => {
    const found = Array.from({ length: 20 }, (_, seed) =>
      judged({ share: 0.01, seed: `${seed}` }, 20_000, (index) => [call, answer(index % 100 === 50 ? '"five"' : '5')]),
    );
    // Of 200 faults each is looked at in one of a hundred cases: none is found in 13 % of the searches.
    expect(found.filter(({ wrong }) => wrong > 0).length).toBeGreaterThan(12);
    const again = judged({ share: 0.01, seed: '0' }, 20_000, (index) => [call, answer(index % 100 === 50 ? '"five"' : '5')]);
    expect(again).toMatchObject({ checked: found[0]?.checked, wrong: found[0]?.wrong });
  });
});
