import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { maskData } from './mask-data.ts';
import { Secrets } from './mask.ts';

function secretsOf(...values: string[]): Secrets {
  const secrets = new Secrets();
  for (const value of values) secrets.add(value);
  return secrets;
}

test('strings are masked at any depth, and names that are no identifiers', () => {
  const data = { reason: 'not allowed for hunter2', list: [{ text: 'hunter2' }], untried: { 'no hunter2 here': 3 } };
  expect(maskData(data, secretsOf('hunter2'))).toEqual({
    reason: 'not allowed for ***',
    list: [{ text: '***' }],
    untried: { 'no *** here': 3 },
  });
});

test.each(['1000', 'true', 'null', 'passed', 'durationMs'])('with the password %s the form of the results stays', (password) => {
  const amount = new LosslessNumber('1000.00000000');
  const data = { durationMs: 1000, complete: true, none: null, status: 'passed', amount, big: 1000n, left: undefined };
  expect(maskData(data, secretsOf(password))).toEqual(data);
});

test('names that are equal when they are masked stay different', () => {
  expect(maskData({ 'a hunter2': 1, 'a hunter3': 2 }, secretsOf('hunter2', 'hunter3'))).toEqual({ 'a ***': 1, 'a ****': 2 });
});
