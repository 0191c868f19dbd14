import { describe, expect, test } from 'vitest';
import { PrepareError } from './errors.ts';
import { FAN_OUTS_PER_BLOCK, planTransactions } from './plan.ts';
import { maxVsize, maxWeight } from './sizes.ts';

/** litecoind's dust by its default rate of 30,000 satoshis for 1,000 vbytes: a P2WPKH output of 31 bytes and the 67 that spend it. */
const STRICTEST_DUST_SAT = ((31n + 67n) * 30_000n) / 1_000n;
const MAX_STANDARD_WEIGHT = 400_000;
/** What litecoind and coind fill a block to (-blockmaxweight), less what they reserve. */
const BLOCK_WEIGHT = 3_992_000;
const COIN = 10n ** 8n;

describe.each([1, 2, 10, 100, 250])('transactions of %d outputs', (outputsPerTx) => {
  const plan = planTransactions({ count: 1_000_000, outputsPerTx, feeRateSatPerVb: 2 });

  test('each pays its fee, and outputs that are no dust', () => {
    expect(plan.feeSat).toBe(2n * BigInt(maxVsize(1, outputsPerTx)));
    expect(plan.coinSat).toBe(plan.feeSat + BigInt(outputsPerTx) * plan.outputSat);
    expect(plan.outputSat).toBeGreaterThanOrEqual(STRICTEST_DUST_SAT);
  });

  test('every transaction has a coin, and every fan-out pays for its coins and its fee', () => {
    let next = 0;
    for (const { first, coins, valueSat } of plan.fanOuts) {
      expect(first).toBe(next);
      expect(valueSat).toBe(BigInt(coins) * plan.coinSat + 2n * BigInt(maxVsize(1, coins)));
      next += coins;
    }
    expect(next).toBe(1_000_000);
  });

  test('fan-outs are standard, and ten of the largest fill a block', () => {
    const largest = Math.max(...plan.fanOuts.map(({ coins }) => coins));
    expect(maxWeight(1, largest)).toBeLessThanOrEqual(MAX_STANDARD_WEIGHT);
    expect(FAN_OUTS_PER_BLOCK * maxWeight(1, largest)).toBeLessThanOrEqual(BLOCK_WEIGHT);
    expect(FAN_OUTS_PER_BLOCK * maxWeight(1, largest + 10)).toBeGreaterThan(BLOCK_WEIGHT);
  });

  test('a million take fewer blocks of a fresh chain than 432', () => {
    // Blocks of this family's regtest pay 50 coins, and half of it after every 150.
    let [coins, sumSat] = [0, 0n];
    while (sumSat < plan.rootSat(coins)) {
      coins++;
      sumSat += (50n * COIN) >> BigInt(Math.floor(coins / 150));
    }
    expect(coins + 100 + 1 + Math.ceil(plan.fanOuts.length / FAN_OUTS_PER_BLOCK)).toBeLessThan(432);
    expect(maxWeight(coins, plan.fanOuts.length + 1)).toBeLessThanOrEqual(MAX_STANDARD_WEIGHT);
  });
});

const right = { count: 10, outputsPerTx: 1, feeRateSatPerVb: 1 };

test.each([
  [{ count: 0 }, 'the number of transactions must be a whole number from 1 to'],
  [{ count: 1.5 }, 'not 1.5'],
  [{ count: 1e9 }, 'not 1000000000'],
  [{ outputsPerTx: 0 }, 'the number of outputs of a transaction must be a whole number from 1 to 250, not 0'],
  [{ outputsPerTx: 251 }, 'not 251'],
  [{ feeRateSatPerVb: 0 }, 'the fee rate must be above 0'],
  [{ feeRateSatPerVb: Number.NaN }, 'not NaN'],
])('%j is refused', (wrong, message) => {
  const plan = (): unknown => planTransactions({ ...right, ...wrong });
  expect(plan).toThrow(PrepareError);
  expect(plan).toThrow(message);
});

test('more mined coins than one transaction can spend are refused, with a remedy', () => {
  expect(() => planTransactions(right).rootSat(501)).toThrow('use a fresh chain');
});
