import { equalTransferScript, LARGEST_GUID, transferScript, UNITS_PER_OUTPUT } from './asset-transfer.ts';
import { PrepareError } from './errors.ts';
import { maxVsize, maxWeight, OUTPUT_BYTES } from './sizes.ts';
import type { PreparedKind } from './types.ts';

const MAX_OUTPUTS_PER_TX = 250;
/**
 * Value of each output. Above the strictest dust limit known, 2,940 for P2WPKH (litecoind: 30,000 satoshis per 1,000 vbytes),
 * and low enough that a fresh regtest chain can pay for a million transactions of 250 outputs.
 */
const OUTPUT_SAT = 3_000n;
/** Weight that nodes fill by default, without what they reserve for header and coinbase. */
const BLOCK_WEIGHT = 3_992_000;
/** Fan-outs of the largest size, which is just below the standard limit, that fill one block. */
export const FAN_OUTS_PER_BLOCK = 10;
const COINS_PER_FAN_OUT = Math.floor(
  (BLOCK_WEIGHT / FAN_OUTS_PER_BLOCK - maxWeight(1, 0xffff) + 0xffff * OUTPUT_BYTES * 4) / (OUTPUT_BYTES * 4),
);
/** Entries of an allocation list are up to 13 bytes, and nodes limit data outputs: these stay below 8,000 bytes. */
const ASSET_COINS_PER_FAN_OUT = 1_500;
const MAX_ASSET_FAN_OUTS = 600;
/** Paid to a wallet that creates the asset: 150 coins (document 3, Bridge provisioning rules), gas and fees. */
export const ASSET_FUNDS_SAT = 155n * 100_000_000n;
const MAX_STANDARD_WEIGHT = 400_000;
/** Limit of mined coins that the root transaction spends. */
const MAX_ROOT_COINS = 500;

/** One transaction that makes coins, of one value, for a run of transactions. */
export interface FanOut {
  /** Index of the first transaction that spends one of its outputs. */
  readonly first: number;
  readonly coins: number;
  /** Value of the coin that it spends: its outputs and its fee. */
  readonly valueSat: bigint;
  /** What the coin carries of the asset: what its outputs carry. 0 if there is no asset. */
  readonly units: bigint;
}

/**
 * Where the coins of the transactions come from: mined coins → one root transaction → fan-outs → one coin for each
 * transaction. Each level is mined before the next is sent, so that nothing has unconfirmed ancestors. For transfers of an
 * asset, a wallet is paid before the root transaction and issues the asset, which the root transaction spends as well.
 */
export interface Plan {
  readonly kind: PreparedKind;
  readonly count: number;
  readonly outputsPerTx: number;
  readonly outputSat: bigint;
  readonly feeSat: bigint;
  /** Greatest virtual size of each transaction. */
  readonly vsize: number;
  /** Value of the coin that each transaction spends: its outputs and its fee. */
  readonly coinSat: bigint;
  readonly fanOuts: readonly FanOut[];
  /** What is issued of the asset: all transactions together send as much. 0 if there is no asset. */
  readonly units: bigint;
  /** Value that the root transaction needs if it spends this many coins. Throws `PrepareError` if these are too many. */
  rootSat(coins: number): bigint;
  /** The same for all transactions that come before the coins of the prepared ones. */
  fundsSat(coins: number): bigint;
}

/** Script of the data output of a transaction whose outputs carry as many units of an asset each. 0 if there is no asset. */
function dataScriptBytes(kind: PreparedKind, outputs: number, units: bigint, guid = LARGEST_GUID): number {
  return kind === 'asset' ? equalTransferScript(guid, outputs, units).length : 0;
}

/** Greatest virtual size of a prepared transaction; of transfers of any asset unless its guid is given. */
export function transactionVsize(kind: PreparedKind, outputsPerTx: number, guid?: number): number {
  return maxVsize(1, outputsPerTx, dataScriptBytes(kind, outputsPerTx, UNITS_PER_OUTPUT, guid));
}

/** Throws `PrepareError` for numbers that are out of range. */
export function planTransactions({
  count,
  outputsPerTx,
  feeRateSatPerVb,
  kind = 'coin',
}: {
  readonly count: number;
  readonly outputsPerTx: number;
  readonly feeRateSatPerVb: number;
  readonly kind?: PreparedKind | undefined;
}): Plan {
  const isAsset = kind === 'asset';
  const coinsPerFanOut = isAsset ? ASSET_COINS_PER_FAN_OUT : COINS_PER_FAN_OUT;
  const maxFanOuts = isAsset ? MAX_ASSET_FAN_OUTS : Math.floor((MAX_STANDARD_WEIGHT - maxWeight(MAX_ROOT_COINS, 1)) / (OUTPUT_BYTES * 4));
  inRange(
    'the number of transactions',
    count,
    maxFanOuts * coinsPerFanOut,
    'give such a number; a throughput test prepares those of its warm-up and of all rounds together',
  );
  inRange('the number of outputs of a transaction', outputsPerTx, MAX_OUTPUTS_PER_TX);
  if (!(feeRateSatPerVb > 0 && feeRateSatPerVb <= 10_000))
    throw new PrepareError(`the fee rate must be above 0 and at most 10,000 satoshis for each virtual byte, not ${feeRateSatPerVb}`);
  const feeOf = (vsize: number): bigint => BigInt(Math.ceil(vsize * feeRateSatPerVb));
  const vsize = transactionVsize(kind, outputsPerTx);
  const feeSat = feeOf(vsize);
  const unitsPerCoin = isAsset ? BigInt(outputsPerTx) * UNITS_PER_OUTPUT : 0n;
  const coinSat = BigInt(outputsPerTx) * OUTPUT_SAT + feeSat;
  const fanOuts: FanOut[] = [];
  for (let first = 0; first < count; first += coinsPerFanOut) {
    const coins = Math.min(coinsPerFanOut, count - first);
    const valueSat = BigInt(coins) * coinSat + feeOf(maxVsize(1, coins, dataScriptBytes(kind, coins, unitsPerCoin)));
    fanOuts.push({ first, coins, valueSat, units: BigInt(coins) * unitsPerCoin });
  }
  const rootData = isAsset
    ? transferScript(
        LARGEST_GUID,
        fanOuts.map(({ units }) => units),
      ).length
    : 0;
  const fannedOutSat = fanOuts.reduce((sum, { valueSat }) => sum + valueSat, 0n);
  // One output is for the change.
  const rootSat = (coins: number): bigint => fannedOutSat + feeOf(maxVsize(atMostRootCoins(coins), fanOuts.length + 1, rootData));
  return {
    kind,
    count,
    outputsPerTx,
    outputSat: OUTPUT_SAT,
    feeSat,
    vsize,
    coinSat,
    fanOuts,
    units: BigInt(count) * unitsPerCoin,
    rootSat,
    // One transaction pays the wallet, and the root spends what is left of it and what the wallet issued.
    fundsSat: isAsset ? (coins) => ASSET_FUNDS_SAT + feeOf(maxVsize(atMostRootCoins(coins), 2)) + rootSat(2) : rootSat,
  };
}

function atMostRootCoins(coins: number): number {
  if (coins <= MAX_ROOT_COINS) return coins;
  throw new PrepareError(`more than ${MAX_ROOT_COINS} mined coins would be needed`, {
    remedy: 'prepare fewer transactions or fewer outputs, or use a fresh chain, where blocks pay more',
  });
}

function inRange(what: string, value: number, max: number, remedy = 'give such a number'): void {
  if (Number.isSafeInteger(value) && value >= 1 && value <= max) return;
  throw new PrepareError(`${what} must be a whole number from 1 to ${max.toLocaleString('en')}, not ${value}`, { remedy });
}
