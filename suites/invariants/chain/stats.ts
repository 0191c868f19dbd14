import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import type { BlockStats } from '../../../specs/model/generated/wire.d.ts';
import type { WireNumber } from '../../../specs/model/wire.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { toNumber } from '../../support/amounts.ts';
import { figuresOf, type BlockFigures, type Figures } from './block-figures.ts';
import { invariant } from '../invariant.ts';
import { present } from '../../support/present.ts';
import { foreignAddress, payFromTrial, reserveCoins, randomAmountSat } from '../../support/payments.ts';
import { statements } from '../../support/statements.ts';

const WITNESS_SCALE = 4;
const OUTPUT_SAT = 100_000n;

/** Mines a block with an odd number of payments with different fees, one of them without witness; returns its figures. */
async function someBlock(t: Trial): Promise<{ stats: BlockStats; block: BlockFigures }> {
  const { world } = t;
  const { address } = await world.fresh('legacyAddress');
  await reserveCoins(t, 2);
  const oldStyleSat = randomAmountSat(t);
  const { txid } = await payFromTrial(
    t,
    [
      { address, amountSat: oldStyleSat },
      { address: await foreignAddress(t), amountSat: randomAmountSat(t) },
    ],
    { feeSat: await feeFor(world, { usualSat: 30_000n }) },
  );
  const to = await foreignAddress(t);
  const raw = await world.result('createrawtransaction', {
    inputs: [{ txid, vout: 0 }],
    outputs: [{ [to]: formatSat(oldStyleSat - (await feeFor(world, { usualSat: BigInt(t.random.integer(9_000, 12_000)) }))) }],
  });
  const { hex } = await world.result('signrawtransactionwithwallet', { hexstring: raw });
  await sendTransaction(world, hex);
  await payFromTrial(t, [{ address: to, amountSat: randomAmountSat(t) }], {
    feeSat: await feeFor(world, { usualSat: BigInt(t.random.integer(15_000, 25_000)) }),
  });
  const [blockhash = ''] = await world.mine(1);
  return { stats: await t.result('getblockstats', { hash_or_height: blockhash }), block: await figuresOf(t, blockhash) };
}

/** The number of outputs and the fee, as a multiple, of payments whose order by fee is not that by feerate, in which miners take them. */
const UNLIKE = [
  { outputs: 1, fee: 2n },
  { outputs: 20, fee: 4n },
  { outputs: 1, fee: 1n },
  { outputs: 1, fee: 3n },
] as const;

/** Mines a block with the first of these payments; returns its figures. */
async function unlikeBlock(t: Trial, count: number): Promise<{ stats: BlockStats; block: BlockFigures }> {
  const stepSat = await feeFor(t.world, { usualSat: 20_000n, vbytes: 1_000 });
  await reserveCoins(t, count);
  for (const { outputs, fee } of UNLIKE.slice(0, count)) {
    const recipients = [];
    while (recipients.length < outputs) recipients.push({ address: await foreignAddress(t), amountSat: OUTPUT_SAT });
    await payFromTrial(t, recipients, { feeSat: stepSat * fee + BigInt(t.random.integer(0, 999)) });
  }
  const [blockhash = ''] = await t.world.mine(1);
  return { stats: await t.result('getblockstats', { hash_or_height: blockhash }), block: await figuresOf(t, blockhash) };
}

/** The statistics with a single number. */
type Figure = Exclude<keyof BlockStats, 'blockhash' | 'feerate_percentiles'>;

/** Checks a number against its possible values: with and without the coinbase where the documents leave that open. */
function isOneOf(t: Trial, said: WireNumber | undefined, name: string, values: readonly (number | bigint)[]): void {
  const wanted = [...new Set(values.map(Number))];
  t.ok(typeof said === 'number' && wanted.includes(said), `${name} is ${JSON.stringify(said)}, expected ${wanted.join(' or ')}`, {
    path: name,
  });
}

function oneOf(t: Trial, stats: BlockStats, name: Figure, values: readonly (number | bigint)[]): void {
  isOneOf(t, stats[name], name, values);
}

/** Checks a statistic against a fraction; the documents leave the rounding to a whole number open. */
function rounded(t: Trial, stats: BlockStats, name: Figure, values: readonly number[]): void {
  isOneOf(t, stats[name], name, roundings(values));
}

const roundings = (values: readonly number[]): number[] => values.flatMap((value) => [Math.floor(value), Math.ceil(value)]);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const ascending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

/** The two values in the middle, which are one value of an odd number of them. */
function middleOf(values: readonly number[]): readonly [number, number] {
  const sorted = ascending(values);
  return [Number(sorted[(sorted.length - 1) >> 1]), Number(sorted[sorted.length >> 1])];
}

function median(values: readonly number[]): number {
  const [lower, upper] = middleOf(values);
  return (lower + upper) / 2;
}

/** The transactions of a block without and with the coinbase. */
const both = ({ paid, coinbase }: BlockFigures): (readonly Figures[])[] => [paid, [coinbase, ...paid]];

const chain = { effect: ['chain', 'wallet'], evidence: 'standard', source: 'arithmetic over the transactions of the block' } as const;

export const chainStatsInvariants: readonly Case[] = [
  invariant({
    ...chain,
    id: 'chain-stats/fees',
    text: 'The fees in getblockstats are the inputs less the outputs of the transactions, and the subsidy is the coinbase less the fees.',
    methods: ['getblockstats', 'getblock', 'getrawtransaction'],
    run: async (t) => {
      const { stats, block } = await someBlock(t);
      const fees = block.paid.map(({ feeSat }) => Number(feeSat));
      const total = sum(fees);
      oneOf(t, stats, 'totalfee', [total]);
      oneOf(t, stats, 'minfee', [Math.min(...fees)]);
      oneOf(t, stats, 'maxfee', [Math.max(...fees)]);
      rounded(t, stats, 'avgfee', [total / fees.length]);
      rounded(t, stats, 'medianfee', [median(fees)]);
      oneOf(t, stats, 'subsidy', [block.coinbase.outSat - BigInt(total)]);
    },
  }),
  invariant({
    ...chain,
    id: 'chain-stats/medians',
    text: 'Half of the fees and sizes are not above the medians in getblockstats, and half not below, in whatever order the transactions are.',
    methods: ['getblockstats', 'getblock', 'getrawtransaction'],
    run: async (t) => {
      for (const count of [UNLIKE.length - 1, UNLIKE.length]) {
        const { stats, block } = await unlikeBlock(t, count);
        const medians = [
          ['medianfee', [block.paid.map(({ feeSat }) => Number(feeSat))]],
          ['mediantxsize', both(block).map((list) => list.map(({ size }) => size))],
        ] as const;
        for (const [name, lists] of medians) {
          // Which of the values between the two in the middle it is, the documents leave open.
          const ranges = lists.map(middleOf);
          const said = toNumber(present(t, stats[name], `getblockstats has no ${name}`, name));
          t.ok(
            ranges.some(([lower, upper]) => said >= lower && said <= upper),
            `${name} is ${said}, expected ${ranges.map((range) => [...new Set(range)].join(' to ')).join(' or ')}`,
            { path: name },
          );
        }
      }
    },
  }),
  invariant({
    ...chain,
    id: 'chain-stats/feerates',
    text: 'The feerates in getblockstats are fees by virtual size, and the percentiles are feerates of the transactions in ascending order.',
    methods: ['getblockstats', 'getblock', 'getrawtransaction'],
    run: async (t) => {
      const { stats, block } = await someBlock(t);
      const rates = block.paid.map(({ feeSat, weight }) => (Number(feeSat) * WITNESS_SCALE) / weight);
      rounded(t, stats, 'minfeerate', [Math.min(...rates)]);
      rounded(t, stats, 'maxfeerate', [Math.max(...rates)]);
      const total = sum(block.paid.map(({ feeSat }) => Number(feeSat)));
      rounded(t, stats, 'avgfeerate', [(total * WITNESS_SCALE) / sum(block.paid.map(({ weight }) => weight)), sum(rates) / rates.length]);
      const percentiles = present(t, stats.feerate_percentiles, 'getblockstats has no feerate_percentiles', 'feerate_percentiles');
      t.equal(percentiles.length, 5, 'the number of percentiles', { path: 'feerate_percentiles' });
      const values = percentiles.map(toNumber);
      t.equal(values, ascending(values), 'the list of percentiles', { path: 'feerate_percentiles' });
      const possible = new Set(rates.flatMap((rate) => [Math.floor(rate), Math.ceil(rate)]));
      for (const value of values)
        t.ok(
          possible.has(value),
          `a percentile is ${value}, expected one of the feerates ${rates.map((rate) => rate.toFixed(2)).join(', ')}`,
          {
            path: 'feerate_percentiles',
          },
        );
      // With few transactions the tenth percentile is the lowest feerate and the ninetieth the highest.
      if (rates.length > 4) return;
      isOneOf(t, values[0], 'lowest', roundings([Math.min(...rates)]));
      isOneOf(t, values[4], 'highest', roundings([Math.max(...rates)]));
    },
  }),
  invariant({
    ...chain,
    id: 'chain-stats/sizes',
    text: 'The sizes and weights in getblockstats are sums over the transactions of the block.',
    methods: ['getblockstats', 'getblock', 'getrawtransaction'],
    run: async (t) => {
      const { stats, block } = await someBlock(t);
      const sizes = both(block).map((list) => list.map(({ size }) => size));
      oneOf(t, stats, 'total_size', sizes.map(sum));
      oneOf(
        t,
        stats,
        'mintxsize',
        sizes.map((list) => Math.min(...list)),
      );
      oneOf(
        t,
        stats,
        'maxtxsize',
        sizes.map((list) => Math.max(...list)),
      );
      rounded(
        t,
        stats,
        'avgtxsize',
        sizes.map((list) => sum(list) / list.length),
      );
      rounded(t, stats, 'mediantxsize', sizes.map(median));
      oneOf(
        t,
        stats,
        'total_weight',
        both(block).map((list) => sum(list.map(({ weight }) => weight))),
      );
    },
  }),
  invariant({
    ...chain,
    id: 'chain-stats/counts',
    text: 'getblockstats counts the inputs, outputs and transactions of a block, and utxo_increase is outputs less inputs.',
    methods: ['getblockstats', 'getblock', 'getrawtransaction'],
    run: async (t) => {
      const { stats, block } = await someBlock(t);
      const [paid = [], all = []] = both(block);
      oneOf(t, stats, 'txs', [all.length]);
      const inputs = sum(paid.map((figures) => figures.inputs));
      oneOf(t, stats, 'ins', [inputs, inputs + 1]);
      oneOf(
        t,
        stats,
        'outs',
        both(block).map((list) => sum(list.map((figures) => figures.outputs))),
      );
      // The documents leave open whether unspendable outputs count.
      oneOf(t, stats, 'utxo_increase', [
        sum(all.map((figures) => figures.outputs)) - inputs,
        sum(all.map((figures) => figures.spendable)) - inputs,
      ]);
      oneOf(
        t,
        stats,
        'total_out',
        both(block).map((list) => list.reduce((total, figures) => total + figures.outSat, 0n)),
      );
    },
  }),
  invariant({
    ...chain,
    id: 'chain-stats/segwit',
    text: 'The witness statistics in getblockstats cover exactly the transactions with a witness.',
    source: 'BIP 144',
    methods: ['getblockstats', 'getblock', 'getrawtransaction'],
    run: async (t) => {
      const { stats, block } = await someBlock(t);
      const segwit = both(block).map((list) => list.filter(({ witness }) => witness));
      oneOf(
        t,
        stats,
        'swtxs',
        segwit.map((list) => list.length),
      );
      oneOf(
        t,
        stats,
        'swtotal_size',
        segwit.map((list) => sum(list.map(({ size }) => size))),
      );
      oneOf(
        t,
        stats,
        'swtotal_weight',
        segwit.map((list) => sum(list.map(({ weight }) => weight))),
      );
    },
  }),
  invariant({
    ...chain,
    ...statements.blockStats,
    effect: ['read'],
    methods: ['getblockstats', 'getblockheader', 'getblockhash'],
    run: async (t) => {
      const { blockhash, height } = await t.world.use('confirmedSend');
      const stats = await t.result('getblockstats', { hash_or_height: blockhash });
      t.equal(
        await t.result('getblockstats', { hash_or_height: height }),
        stats,
        'the answer for a height (compared with the answer for its hash)',
      );
      const header = await t.result('getblockheader', { hash: blockhash });
      for (const [name, wanted] of [
        ['blockhash', blockhash],
        ['height', height],
        ['time', header['time']],
        ['mediantime', header['mediantime']],
        ['txs', header['nTx']],
      ] as const) {
        t.equal(stats[name], wanted, name, { path: name });
      }
      const other = t.random.integer(1, height - 1);
      t.equal(
        (await t.result('getblockstats', { hash_or_height: other }))['blockhash'],
        await t.result('getblockhash', { height: other }),
        'blockhash in the answer for another height',
        { path: 'blockhash' },
      );
    },
  }),
  invariant({
    ...chain,
    id: 'chain-stats/each-alone',
    text: 'Each statistic has the same value when it is requested alone.',
    effect: ['read'],
    evidence: 'document',
    source: 'document 2, Blockchain and memory pool',
    methods: ['getblockstats'],
    run: async (t) => {
      const { blockhash } = await t.world.use('confirmedSend');
      const all = await t.result('getblockstats', { hash_or_height: blockhash });
      const names = (t.specification.spec.shapes['StatName']?.schema.enum ?? []) as (keyof BlockStats)[];
      for (const name of names) {
        t.equal(
          await t.result('getblockstats', { hash_or_height: blockhash, stats: [name] }),
          { [name]: all[name] },
          `the answer when ${name} is requested alone`,
          { path: name },
        );
      }
      t.ok(names.length > 20, 'the specification names too few statistics for this case');
    },
  }),
];
