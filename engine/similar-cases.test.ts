import { expect, test } from 'vitest';
import { similarCases } from './similar-cases.ts';

const ids = [
  'methods/getblock/required-only',
  'methods/getblock/enum/verbosity=2',
  'methods/ping/too-many',
  'rules/getblock/tx-ids',
  'states/peers',
  'envelope/id/nul',
];

test.each([
  ['nix/*', ['rules/*', 'states/*', 'methods/*', 'envelope/*']],
  ['methods/getblok/*', ['methods/getblock/*']],
  ['rule/getblock/*', ['rules/getblock/*']],
  ['rule/getblock/tx-id', ['rules/getblock/tx-ids']],
  ['methods/getblock', ['methods/getblock/*']],
  ['methods/getblock/nothing', ['methods/getblock/enum/*', 'methods/getblock/required-only']],
  ['state/peers', ['states/peers']],
  ['nothing*', ['rules/*', 'states/*', 'methods/*', 'envelope/*']],
])('%s', (pattern, similar) => {
  expect(similarCases(pattern, ids)).toEqual(similar);
});
