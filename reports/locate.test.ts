import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import type { Wire } from '../specs/model/wire.ts';
import { answerText } from './format.ts';
import { locate } from './locate.ts';

const answer: Wire = {
  hash: 'a"b\nc',
  empty: [],
  none: {},
  tx: [
    { txid: 'x', vin: [] },
    { txid: 'y', amount: new LosslessNumber('1.00000000'), vin: [[1, 2], { deep: [null, true] }] },
  ],
  '127.0.0.1:8333': { services: '01' },
  127: { '0': 'short' },
  'odd name.x': 5,
};

/** The marked text. */
function markedIn(result: Wire, path: string): string | undefined {
  const span = locate(result, path);
  return span && answerText({ result }, 2).slice(span.from, span.to);
}

test.each([
  ['hash', '"a\\"b\\nc"'],
  ['empty', '[]'],
  ['tx[0].txid', '"x"'],
  ['tx[1].amount', '1.00000000'],
  ['tx[1].vin[0][1]', '2'],
  ['tx[1].vin[1].deep[1]', 'true'],
  ['127.0.0.1:8333.services', '"01"'],
  ['["odd name.x"]', '5'],
  ['none', '{}'],
])('%s is marked as %s', (path, expected) => {
  expect(markedIn(answer, path)).toBe(expected);
});

test('an object is marked as a whole, with the indent that it has in the text', () => {
  expect(markedIn(answer, 'tx[1].vin[1]')).toBe(
    '{\n            "deep": [\n              null,\n              true\n            ]\n          }',
  );
  expect(markedIn([[{ a: 1 }]], '[0][0].a')).toBe('1');
});

test('of a missing field the opening bracket of its object is marked', () => {
  const { from, to } = locate(answer, 'tx[0].fee') ?? { from: 0, to: 0 };
  const text = answerText({ result: answer }, 2);
  expect(text.slice(from, to)).toBe('{');
  expect(text.slice(from)).toMatch(/^\{\s+"txid": "x"/);
});

test('a path that leads nowhere is not marked', () => {
  expect(locate('text', 'a')).toBeUndefined();
  expect(locate(answer, '')).toBeUndefined();
});
