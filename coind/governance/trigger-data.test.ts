import { expect, test } from 'vitest';
import { createTestChain } from '../chain/testing/test-chain.ts';
import { COIN } from '../primitives/amount.ts';
import { regtest } from '../regtest.ts';
import { SuperblockSchedule } from './superblock-schedule.ts';
import { payeeAddress, payeeScript } from './testing/proposals.ts';
import { readTrigger, writeTrigger, type Trigger } from './trigger-data.ts';

const schedule = new SuperblockSchedule(createTestChain().chain, regtest.governance);
const payment = (valueSat: bigint) => ({ address: payeeAddress, scriptPubKey: payeeScript, valueSat, proposalHash: 'ab'.repeat(32) });
const trigger: Trigger = { height: 20, payments: [payment(20n * COIN), payment(30n * COIN)] };
const problemsOf = (changes: object): string => {
  const data = Buffer.from(JSON.stringify({ ...(JSON.parse(writeTrigger(trigger).toString()) as object), ...changes }));
  const read = readTrigger(data, schedule, regtest);
  return 'problems' in read ? read.problems.join('; ') : '';
};

test('what is written is read again', () => {
  expect(readTrigger(writeTrigger(trigger), schedule, regtest)).toEqual({ trigger });
  expect(problemsOf({})).toBe('');
});

test('a satoshi above the budget is too much', () => {
  const above = { ...trigger, payments: [payment(20n * COIN), payment(30n * COIN + 1n)] };
  expect(readTrigger(writeTrigger(above), schedule, regtest)).toEqual({
    problems: ['the payments are 50.00000001 together, the budget of superblock 20 is 50.00000000'],
  });
});

test.each([
  [{ type: 1 }, /^type: /],
  [{ event_block_height: 21 }, /^event_block_height: /],
  [{ event_block_height: '20' }, /^event_block_height: /],
  [{ payment_amounts: '20' }, /^payment_addresses, .*; payment 2: /],
  [{ payment_addresses: '', payment_amounts: '', proposal_hashes: '' }, /^payment_addresses, /],
  [{ payment_amounts: '20|-1' }, /^payment 2: /],
  [{ payment_amounts: '20|0' }, /^payment 2: /],
  [{ payment_addresses: `${payeeAddress}|x` }, /^payment 2: /],
  [{ proposal_hashes: `${'ab'.repeat(32)}|x` }, /^payment 2: /],
])('%j is wrong', (changes, expected) => {
  expect(problemsOf(changes)).toMatch(expected);
});

test('data that is nested too deep for a parser is no object', () => {
  for (const data of ['['.repeat(16_384), `{"type":2,"a":${'['.repeat(8_000)}${']'.repeat(8_000)}}`])
    expect(readTrigger(Buffer.from(data), schedule, regtest)).toEqual({ problems: ['the data is not a JSON object'] });
});
