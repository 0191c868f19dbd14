import { expect, it } from 'vitest';
import { createTestChain, reasonOf } from '../chain/testing/test-chain.ts';
import type { CoinbaseRules } from '../chain/types.ts';
import { pushNumber } from '../script/script.ts';

const toOthers = pushNumber(2);
const atHeight = 5;

/** A quarter of the reward and one coin of a budget for others, at one height. */
const rules: CoinbaseRules = {
  payments: ({ height, rewardSat }) =>
    height === atHeight
      ? [
          { output: { valueSat: rewardSat / 4n, scriptPubKey: toOthers }, from: 'reward' },
          { output: { valueSat: 100_000_000n, scriptPubKey: toOthers }, from: 'budget' },
        ]
      : [],
  budgetSat: (height) => (height === atHeight ? 100_000_000n : 0n),
  check: ({ outputs }, { height }) =>
    height !== atHeight || outputs.some(({ scriptPubKey }) => scriptPubKey.equals(toOthers)) ? undefined : { reason: 'bad-cb-payee' },
};

it('pays what the rules require, from the reward or beyond it', () => {
  const { chain, mine } = createTestChain();
  chain.addCoinbaseRules(rules);
  mine(6);
  const subsidy = chain.subsidy(1);
  const amounts = [4, 5, 6].map((height) =>
    chain.block(chain.atHeight(height)!.hash)!.transactions[0]!.outputs.map(({ valueSat }) => valueSat),
  );
  expect(amounts).toEqual([
    [subsidy, 0n],
    [subsidy - subsidy / 4n, subsidy / 4n, 100_000_000n, 0n],
    [subsidy, 0n],
  ]);
});

it('refuses a block that pays otherwise, or claims a budget that it has not', () => {
  const { chain: free, mine: mineFree } = createTestChain();
  mineFree(5);
  const { chain, mine } = createTestChain();
  chain.addCoinbaseRules(rules);
  mine(4);
  const { chain: paying, mine: minePaying } = createTestChain();
  paying.addCoinbaseRules(rules);
  minePaying(5);
  const blocksOf = (other: typeof chain): string[] =>
    [1, 2, 3, 4, 5].flatMap((height) => reasonOf(chain.acceptBlock(other.block(other.atHeight(height)!.hash)!)) ?? []);
  expect(blocksOf(free).at(-1)).toBe('bad-cb-payee');
  const { chain: plain } = createTestChain();
  const reasons = [1, 2, 3, 4, 5].flatMap((height) => reasonOf(plain.acceptBlock(paying.block(paying.atHeight(height)!.hash)!)) ?? []);
  expect(reasons).toEqual(['bad-cb-amount']);
});
