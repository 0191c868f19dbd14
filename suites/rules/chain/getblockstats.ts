import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import { toNumber } from '../../support/amounts.ts';
import type { BlockStats } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { isCoinbase, totalOut, txidOf, vsizeOf, weightOf } from '../../../oracles/transaction.ts';
import { present } from '../../support/present.ts';
import { rule } from '../rule.ts';
import { feeOf, payWithFee } from '../support/fees.ts';
import { rawBlock } from '../support/raw-block.ts';

type StatName = keyof BlockStats;

interface PaidTransaction {
  readonly txid: string;
  readonly feeSat: bigint;
  readonly vsize: number;
  /** Weight divided by four (BIP 141), not rounded: nodes of this family compute feerates with it too. */
  readonly exactVsize: number;
}

const FEE_STATS = ['avgfee', 'maxfee', 'medianfee', 'minfee', 'totalfee'] as const;
const FEERATE_STATS = ['avgfeerate', 'feerate_percentiles', 'maxfeerate', 'minfeerate'] as const;
const PERCENTILES = [10, 25, 50, 75, 90] as const;

/** Mines a block with payments whose fees differ widely. */
async function blockOfPayments(t: Trial, count: number): Promise<string> {
  const stepSat = await feeFor(t.world, { usualSat: 4_000n, vbytes: 200 });
  for (let i = 1; i <= count; i++) await payWithFee(t, stepSat * BigInt(i) + BigInt(t.random.integer(0, 999)));
  const [blockhash = ''] = await t.world.mine(1);
  return blockhash;
}

/** Fees, sizes and outputs of the transactions of a block without the coinbase, and the outputs of the coinbase, in satoshis. */
async function blockFees(t: Trial, blockhash: string): Promise<{ paid: PaidTransaction[]; coinbaseSat: bigint; outSat: bigint }> {
  const { transactions } = await rawBlock(t, blockhash);
  const paid: PaidTransaction[] = [];
  let coinbaseSat = 0n;
  let outSat = 0n;
  for (const transaction of transactions) {
    if (isCoinbase(transaction)) {
      coinbaseSat = totalOut(transaction);
      continue;
    }
    outSat += totalOut(transaction);
    paid.push({
      txid: txidOf(transaction),
      feeSat: await feeOf(t, transaction),
      vsize: vsizeOf(transaction),
      exactVsize: weightOf(transaction) / 4,
    });
  }
  return { paid, coinbaseSat, outSat };
}

/** Checks that on a node without -txindex each of these statistics is refused when it is requested alone, and beside one that is not. */
async function needsIndex(t: Trial, names: readonly StatName[]): Promise<void> {
  const { blockhash } = await t.world.use('confirmedSend');
  const isRefused = async (name: StatName, ...others: StatName[]): Promise<void> => {
    const stats = [name, ...others];
    const answer = await t.call('getblockstats', { hash_or_height: blockhash, stats });
    t.ok(!answer.ok, `getblockstats returned ${stats.join(' and ')} on a node without -txindex, expected a refusal`, {
      check: 'refusal',
      path: name,
    });
  };
  for (const name of names) await isRefused(name);
  await isRefused(t.random.pick(names), 'txs');
}

const NEED_INDEX: ReadonlySet<StatName> = new Set(['utxo_size_inc', ...FEE_STATS, ...FEERATE_STATS]);

/** All statistics that are documented: the type of the names is generated from these values. */
const statNames = (t: Trial): readonly StatName[] => (t.specification.spec.shapes['StatName']?.schema.enum ?? []) as readonly StatName[];

export const getblockstatsRules: readonly Case[] = [
  rule({
    rule: 'getblockstats/selected',
    effect: ['read'],
    run: async (t) => {
      const { blockhash, height } = await t.world.use('confirmedSend');
      const all = await t.result('getblockstats', { hash_or_height: blockhash });
      const names = statNames(t);
      const some = names.filter(() => t.random.integer(0, 4) === 0);
      const asked = some.length > 0 ? some : (['txs'] as const);
      const selected = await t.result('getblockstats', { hash_or_height: height, stats: asked });
      t.equal(Object.keys(selected).sort(), [...asked].sort(), 'the list of statistics in the result');
      for (const name of asked) t.equal(selected[name], all[name], `${name} requested alone`, { path: name });
    },
  }),
  rule({
    rule: 'getblockstats/percentiles',
    effect: ['chain', 'wallet'],
    uses: ['getblock', 'getrawtransaction'],
    run: async (t) => {
      const blockhash = await blockOfPayments(t, 10);
      const stats = await t.result('getblockstats', { hash_or_height: blockhash });
      const percentiles = present(t, stats.feerate_percentiles, 'feerate_percentiles is missing', 'feerate_percentiles');
      const { paid } = await blockFees(t, blockhash);
      const byRate = (size: 'vsize' | 'exactVsize'): number[] =>
        paid.map((transaction) => Number(transaction.feeSat) / transaction[size]).sort((a, b) => a - b);
      const [lower, upper] = [byRate('vsize'), byRate('exactVsize')];
      t.equal(percentiles.length, PERCENTILES.length, 'the number of percentiles', { path: 'feerate_percentiles' });
      for (const [index, percent] of PERCENTILES.entries()) {
        // The documents leave open how a percentile between two transactions is chosen, whether sizes weigh, and whether a
        // size is rounded up first, so the neighbouring values are accepted.
        const at = (percent / 100) * paid.length;
        const least = Math.floor(lower[Math.max(0, Math.ceil(at) - 2)] as number);
        const most = Math.ceil(upper[Math.min(paid.length - 1, Math.floor(at) + 1)] as number);
        const value = toNumber(percentiles[index]);
        t.ok(
          value >= least && value <= most,
          `the ${percent}th percentile of the feerates is ${value}, expected between ${least} and ${most} satoshis per virtual byte`,
          { path: `feerate_percentiles[${index}]` },
        );
      }
    },
  }),
  rule({
    rule: 'getblockstats/smallest-unit',
    effect: ['chain', 'wallet'],
    uses: ['getblock', 'getrawtransaction'],
    run: async (t) => {
      const blockhash = await blockOfPayments(t, 2);
      const stats = await t.result('getblockstats', { hash_or_height: blockhash });
      const { paid, coinbaseSat, outSat } = await blockFees(t, blockhash);
      const fees = paid.map(({ feeSat }) => Number(feeSat));
      const total = fees.reduce((sum, fee) => sum + fee, 0);
      const expected = [
        ['totalfee', total],
        ['minfee', Math.min(...fees)],
        ['maxfee', Math.max(...fees)],
        ['subsidy', Number(coinbaseSat) - total],
      ] as const;
      for (const [name, value] of expected) t.equal(stats[name], value, `${name} in the smallest unit`, { path: name });
      // The documents leave open whether the outputs of the coinbase count.
      const { total_out: out } = stats;
      t.ok(
        out === Number(outSat) || out === Number(outSat + coinbaseSat),
        `total_out is ${out}, expected ${outSat} (without the coinbase) or ${outSat + coinbaseSat} (with it), in satoshis`,
        { path: 'total_out' },
      );
    },
  }),
  rule({
    rule: 'getblockstats/per-vbyte',
    effect: ['chain', 'wallet'],
    uses: ['getblock', 'getrawtransaction'],
    run: async (t) => {
      const blockhash = await blockOfPayments(t, 3);
      const stats = await t.result('getblockstats', { hash_or_height: blockhash });
      const { paid } = await blockFees(t, blockhash);
      for (const [name, extreme] of [
        ['minfeerate', Math.min],
        ['maxfeerate', Math.max],
      ] as const) {
        const ratesBy = (size: 'vsize' | 'exactVsize'): number => extreme(...paid.map((one) => Number(one.feeSat) / one[size]));
        const value = toNumber(stats[name]);
        // The documents leave open the rounding to whole numbers, and whether a size is rounded up first.
        const [least, most] = [Math.floor(ratesBy('vsize')), Math.ceil(ratesBy('exactVsize'))];
        t.ok(value >= least && value <= most, `${name} is ${value}, expected between ${least} and ${most} satoshis per virtual byte`, {
          path: name,
        });
      }
    },
  }),
  rule({
    rule: 'getblockstats/utxo-size-needs-txindex',
    effect: ['read'],
    profile: 'no-txindex',
    run: (t) => needsIndex(t, ['utxo_size_inc']),
  }),
  rule({ rule: 'getblockstats/fee-needs-txindex', effect: ['read'], profile: 'no-txindex', run: (t) => needsIndex(t, FEE_STATS) }),
  rule({
    rule: ['getblockstats/utxo-size-needs-txindex', 'getblockstats/fee-needs-txindex', 'getblockstats/feerate-needs-txindex'],
    case: 'others',
    effect: ['read'],
    profile: 'no-txindex',
    run: async (t) => {
      const { blockhash } = await t.world.use('confirmedSend');
      const others = statNames(t).filter((name) => !NEED_INDEX.has(name));
      for (const stats of [...others.map((name) => [name]), others]) {
        const stated = await t.result('getblockstats', { hash_or_height: blockhash, stats });
        t.equal(Object.keys(stated).sort(), [...stats].sort(), 'the names of the statistics on a node without -txindex');
      }
    },
  }),
  rule({ rule: 'getblockstats/feerate-needs-txindex', effect: ['read'], profile: 'no-txindex', run: (t) => needsIndex(t, FEERATE_STATS) }),
];
