import { expect, test } from 'vitest';
import { callBody } from './exchange.ts';
import { jsonNotations } from './json-notations.ts';

const usual = callBody({ id: 'a"b, c:d' });

test.each(jsonNotations)('a call with $what is another text of the same value', ({ write }) => {
  const text = write(usual);
  expect(text).not.toBe(usual);
  expect(JSON.parse(text)).toEqual(JSON.parse(usual));
});

test.each([
  ['whitespace-within', /^\{\s+"jsonrpc"\s+:\s+"1\.0"\s+,.*\[\s+\]\s+\}$/s],
  ['order-reversed', /^\{"params".*"method".*"id".*"jsonrpc"/],
  ['order-id-last', /"params":\[\],"id":[^,]*, c:d"\}$/],
  ['escaped-method', /"method":"\\u0067etblockcount"/],
  ['escaped-member', /"\\u006dethod":"getblockcount"/],
  ['escaped-version', /"jsonrpc":"1\\u002e0"/],
])('%s is what it says', (slug, form) => {
  expect(jsonNotations.find((notation) => notation.slug === slug)?.write(usual)).toMatch(form);
});
