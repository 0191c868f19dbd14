import { expect, test } from 'vitest';
import { createTestChain } from '../chain/testing/test-chain.ts';
import { COIN } from '../primitives/amount.ts';
import { regtest } from '../regtest.ts';
import { SuperblockSchedule } from './superblock-schedule.ts';

const schedule = new SuperblockSchedule(createTestChain().chain, regtest.governance);

test('every tenth block is a superblock, the genesis block is none', () => {
  expect([0, 1, 9, 10, 11, 20].map((height) => schedule.isSuperblock(height))).toEqual([false, false, false, true, false, true]);
  expect([0, 9, 10, 19].map((height) => schedule.last(height))).toEqual([0, 0, 10, 10]);
  expect([0, 9, 10, 19].map((height) => schedule.next(height))).toEqual([10, 10, 20, 20]);
});

test('the budget is a tenth of the subsidies of the cycle', () => {
  expect(schedule.budgetSat(10)).toBe(50n * COIN);
  // Blocks 141 to 149 earn 50 coins each, block 150 earns 25.
  expect(schedule.budgetSat(150)).toBe((9n * 50n * COIN + 25n * COIN) / 10n);
  expect(schedule.budgetSat(160)).toBe(25n * COIN);
  expect([-10, 0, 5, 11].map((height) => schedule.budgetSat(height))).toEqual([0n, 0n, 0n, 0n]);
  expect(schedule.budgetSat(150 * 64)).toBe(0n);
});
