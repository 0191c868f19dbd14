import { expect, test } from 'vitest';
import { matcher } from './pattern.ts';

test.each([
  ['methods/getblock', 'methods/getblock', true],
  ['methods/getblock', 'methods/getblockhash', false],
  ['methods/*/size', 'methods/getblock/with/size', true],
  ['*', '', true],
  ['tx[*].size', 'tx[0].size', true],
  ['tx[*].size', 'tx0.size', false],
  ['a.b*', 'axb', false],
  ['*.size', 'size', false],
  ['a*', 'a\nb', true],
  ['(a|b)*', 'a', false],
])('%s and "%s": %s', (pattern, text, expected) => {
  expect(matcher(pattern)(text)).toBe(expected);
});
