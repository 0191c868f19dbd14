import { expect, test } from 'vitest';
import { isException, isInternalError } from './internal-error.ts';

test.each([
  "Cannot read properties of undefined (reading 'txid')",
  'The number NaN cannot be converted to a BigInt because it is not an integer',
  "Cannot destructure property 'filter' of '(intermediate value)' as it is undefined.",
  'Internal error: the wallet has no records',
  'Cannot convert undefined to a BigInt',
  'basic_string::substr: __pos (which is 5) > this->size() (which is 2)',
  'vector::_M_range_check: __n (which is 4) >= this->size() (which is 4)',
  '_Map_base::at',
  'std::bad_alloc',
  'Internal bug detected: "false"',
])('an exception is none of the call, whatever its code: %s', (message) => {
  expect([-1, -8, -32_603].map((code) => isException({ code, message }))).toEqual([true, true, true]);
});

test.each([
  'JSON value is not a string as expected',
  'Block not found',
  'Invalid address',
  'asset failed to load',
  'Internal error',
  'Invalid proposal data, error messages:vector::_M_range_check;',
  'no such method\nTypeError',
])('a refusal is no exception: %s', (message) => {
  expect(isException({ code: -1, message })).toBe(false);
  expect(isInternalError({ code: -1, message })).toBe(false);
  expect(isInternalError({ code: -32_603, message })).toBe(true);
});

test.each([
  'ProcessNewBlock, block not accepted',
  'This is not a masternode',
  'Governance object is not valid - 00 - Invalid name',
  'Failure to find masternode in list : 00-0',
  'Failure to verify vote.',
  'Error voting : CGovernanceManager::ProcessVote -- Unknown object',
])('the family refuses by the code of internal errors, too: %s', (message) => {
  expect(isInternalError({ code: -32_603, message })).toBe(false);
});
