import { coinMintedBy } from '../assets/data-output.ts';
import { compactSizeLength } from '../primitives/byte-writer.ts';
import type { Block, Transaction, TxOutput } from '../primitives/types.ts';
import type { BlockUndo, Chain, Coin } from './types.ts';
import type { BlockNode } from './block-node.ts';

/** `getblockstats` without hash, height and times. Amounts in satoshis, rates in satoshis per virtual byte, rounded down. */
export interface BlockStats {
  readonly avgfee: bigint;
  readonly avgfeerate: bigint;
  readonly avgtxsize: number;
  readonly feerate_percentiles: readonly bigint[];
  readonly ins: number;
  readonly maxfee: bigint;
  readonly maxfeerate: bigint;
  readonly maxtxsize: number;
  readonly medianfee: bigint;
  readonly mediantxsize: number;
  readonly minfee: bigint;
  readonly minfeerate: bigint;
  readonly mintxsize: number;
  readonly outs: number;
  readonly subsidy: bigint;
  readonly swtotal_size: number;
  readonly swtotal_weight: number;
  readonly swtxs: number;
  readonly total_out: bigint;
  readonly total_size: number;
  readonly total_weight: number;
  readonly totalfee: bigint;
  readonly txs: number;
  readonly utxo_increase: number;
  readonly utxo_size_inc: number;
}

/** Assumed size of a coin in addition to its output: outpoint, height and a flag. */
const COIN_OVERHEAD_BYTES = 36 + 4 + 1;

const percentiles = [0.1, 0.25, 0.5, 0.75, 0.9] as const;

function coinSize({ scriptPubKey }: TxOutput): number {
  return COIN_OVERHEAD_BYTES + 8 + compactSizeLength(scriptPubKey.length) + scriptPubKey.length;
}

function sumOf(outputs: readonly TxOutput[]): bigint {
  return outputs.reduce((sum, { valueSat }) => sum + valueSat, 0n);
}

const byValue = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** Rounded down. */
function median(values: readonly bigint[]): bigint {
  if (values.length === 0) return 0n;
  const sorted = values.toSorted(byValue);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2n;
}

/** Feerates at percentiles of the weight. */
function ratePercentiles(rates: readonly { readonly rate: bigint; readonly weight: number }[], totalWeight: number): bigint[] {
  const sorted = rates.toSorted((a, b) => byValue(a.rate, b.rate));
  const result: bigint[] = [];
  let weight = 0;
  for (const entry of sorted) {
    weight += entry.weight;
    while (result.length < percentiles.length && weight >= totalWeight * percentiles[result.length]!) result.push(entry.rate);
  }
  while (result.length < percentiles.length) result.push(sorted.at(-1)?.rate ?? 0n);
  return result;
}

function feeOf(transaction: Transaction, coins: readonly Coin[]): bigint {
  return sumOf(coins) + coinMintedBy(transaction) - sumOf(transaction.outputs);
}

/** Statistics of a block. Fees, sizes and weights exclude the coinbase. @param undo the coins that it spends */
export function blockStats(block: Block, undo: BlockUndo, subsidySat: bigint): BlockStats {
  const { transactions } = block;
  const others = transactions.slice(1);
  const fees = others.map((transaction, index) => feeOf(transaction, undo[index]!));
  const sizes = others.map(({ size }) => BigInt(size));
  const rates = others.map(({ weight }, index) => ({ rate: (fees[index]! * 4n) / BigInt(weight), weight }));
  const sortedFees = fees.toSorted(byValue);
  const sortedRates = rates.map(({ rate }) => rate).sort(byValue);
  const sortedSizes = sizes.toSorted(byValue);
  const witness = others.filter(({ hasWitness }) => hasWitness);
  const count = BigInt(others.length);
  const totalFee = fees.reduce((sum, fee) => sum + fee, 0n);
  const totalSize = others.reduce((sum, { size }) => sum + size, 0);
  const totalWeight = others.reduce((sum, { weight }) => sum + weight, 0);
  const ins = others.reduce((sum, { inputs }) => sum + inputs.length, 0);
  const outs = transactions.reduce((sum, { outputs }) => sum + outputs.length, 0);
  const added = transactions.reduce((sum, { outputs }) => outputs.reduce((part, output) => part + coinSize(output), sum), 0);
  const removed = undo.reduce((sum, coins) => coins.reduce((part, coin) => part + coinSize(coin), sum), 0);
  return {
    avgfee: count === 0n ? 0n : totalFee / count,
    avgfeerate: totalWeight === 0 ? 0n : (totalFee * 4n) / BigInt(totalWeight),
    avgtxsize: count === 0n ? 0 : Math.floor(totalSize / others.length),
    feerate_percentiles: ratePercentiles(rates, totalWeight),
    ins,
    maxfee: sortedFees.at(-1) ?? 0n,
    maxfeerate: sortedRates.at(-1) ?? 0n,
    maxtxsize: Number(sortedSizes.at(-1) ?? 0n),
    medianfee: median(fees),
    mediantxsize: Number(median(sizes)),
    minfee: sortedFees[0] ?? 0n,
    minfeerate: sortedRates[0] ?? 0n,
    mintxsize: Number(sortedSizes[0] ?? 0n),
    outs,
    subsidy: subsidySat,
    swtotal_size: witness.reduce((sum, { size }) => sum + size, 0),
    swtotal_weight: witness.reduce((sum, { weight }) => sum + weight, 0),
    swtxs: witness.length,
    total_out: others.reduce((sum, { outputs }) => sum + sumOf(outputs), 0n),
    total_size: totalSize,
    total_weight: totalWeight,
    totalfee: totalFee,
    txs: transactions.length,
    utxo_increase: outs - ins,
    utxo_size_inc: added - removed,
  };
}

/**
 * Estimated hashes per second, as in `getmininginfo`: the work of consecutive blocks of the active chain divided by their
 * time span.
 * @param blocks number of blocks up to the last one; fewer if the chain is shorter
 */
export function hashesPerSecond(chain: Chain, last: BlockNode, blocks: number): number {
  let node = last;
  let earliest = last.header.time;
  let latest = last.header.time;
  for (let i = Math.min(blocks, last.height); i > 0; i--) {
    node = chain.atHeight(node.height - 1)!;
    earliest = Math.min(earliest, node.header.time);
    latest = Math.max(latest, node.header.time);
  }
  return earliest === latest ? 0 : Number(last.chainWork - node.chainWork) / (latest - earliest);
}
