import { describe, expect, test } from 'vitest';
import { equalTransferScript, transferScript } from './asset-transfer.ts';
import { PrepareError } from './errors.ts';
import { FAN_OUTS_PER_BLOCK, planTransactions } from './plan.ts';
import { maxVsize, maxWeight } from './sizes.ts';

/** litecoind's dust by its default rate of 30,000 satoshis for 1,000 vbytes: a P2WPKH output of 31 bytes and the 67 that spend it. */
const STRICTEST_DUST_SAT = ((31n + 67n) * 30_000n) / 1_000n;
const MAX_STANDARD_WEIGHT = 400_000;
/** What litecoind and coind fill a block to (-blockmaxweight), less what they reserve. */
const BLOCK_WEIGHT = 3_992_000;
const COIN = 10n ** 8n;

/** Of coind, whose limit for the script of a data output is 10,000. */
const MAX_DATA_BYTES = 8_000;

describe.each([1, 3, 250])('asset transfers of %d outputs', (outputsPerTx) => {
  const count = 900_000;
  const plan = planTransactions({ kind: 'asset', count, outputsPerTx, feeRateSatPerVb: 2 });
  const guid = 0xffff_ffff;

  test('each fan-out makes a coin for each of its transfers, with as many units as outputs', () => {
    let next = 0;
    for (const { first, coins, units } of plan.fanOuts) {
      expect(first).toBe(next);
      expect(units).toBe(BigInt(coins * outputsPerTx));
      next += coins;
    }
    expect(next).toBe(count);
    expect(plan.units).toBe(BigInt(count * outputsPerTx));
  });

  test('root and fan-outs are standard: their weight, and the size of their data outputs', () => {
    const rootData = transferScript(
      guid,
      plan.fanOuts.map(({ units }) => units),
    ).length;
    expect(rootData).toBeLessThanOrEqual(MAX_DATA_BYTES);
    expect(maxWeight(2, plan.fanOuts.length + 1, rootData)).toBeLessThanOrEqual(MAX_STANDARD_WEIGHT);
    const { coins } = plan.fanOuts[0]!;
    const fanOutData = equalTransferScript(guid, coins, BigInt(outputsPerTx)).length;
    expect(fanOutData).toBeLessThanOrEqual(MAX_DATA_BYTES);
    expect(FAN_OUTS_PER_BLOCK * maxWeight(1, coins, fanOutData)).toBeLessThanOrEqual(BLOCK_WEIGHT);
  });

  test('the wallet that creates the asset is paid beside the root', () => {
    expect(plan.fundsSat(4)).toBe(plan.rootSat(2) + 155n * COIN + 2n * BigInt(maxVsize(4, 2)));
    expect(() => plan.fundsSat(501)).toThrow('use a fresh chain');
  });

  test('as many as can be prepared, and one more', () => {
    const more = (): unknown => planTransactions({ kind: 'asset', count: count + 1, outputsPerTx, feeRateSatPerVb: 2 });
    expect(more).toThrow('from 1 to 900,000, not 900001; give such a number; a throughput test');
  });
});

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
