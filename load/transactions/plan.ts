import { PrepareError } from './errors.ts';
import { maxVsize, maxWeight, OUTPUT_BYTES } from './sizes.ts';

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
}

/**
 * Where the coins of the transactions come from: mined coins → one root transaction → fan-outs → one coin for each
 * transaction. Each level is mined before the next is sent, so that nothing has unconfirmed ancestors.
 */
export interface Plan {
  readonly count: number;
  readonly outputsPerTx: number;
  readonly outputSat: bigint;
  readonly feeSat: bigint;
  readonly vsize: number;
  /** Value of the coin that each transaction spends: its outputs and its fee. */
  readonly coinSat: bigint;
  readonly fanOuts: readonly FanOut[];
  /** Value that the root transaction needs if it spends this many coins. Throws `PrepareError` if these are too many. */
  rootSat(coins: number): bigint;
}

/** Throws `PrepareError` for numbers that are out of range. */
export function planTransactions({
  count,
  outputsPerTx,
  feeRateSatPerVb,
}: {
  readonly count: number;
  readonly outputsPerTx: number;
  readonly feeRateSatPerVb: number;
}): Plan {
  const maxFanOuts = Math.floor((MAX_STANDARD_WEIGHT - maxWeight(MAX_ROOT_COINS, 1)) / (OUTPUT_BYTES * 4));
  inRange('the number of transactions', count, maxFanOuts * COINS_PER_FAN_OUT);
  inRange('the number of outputs of a transaction', outputsPerTx, MAX_OUTPUTS_PER_TX);
  if (!(feeRateSatPerVb > 0 && feeRateSatPerVb <= 10_000))
    throw new PrepareError(`the fee rate must be above 0 and at most 10,000 satoshis for each virtual byte, not ${feeRateSatPerVb}`);
  const fee = (inputs: number, outputs: number): bigint => BigInt(Math.ceil(maxVsize(inputs, outputs) * feeRateSatPerVb));
  const feeSat = fee(1, outputsPerTx);
  const coinSat = BigInt(outputsPerTx) * OUTPUT_SAT + feeSat;
  const fanOuts: FanOut[] = [];
  for (let first = 0; first < count; first += COINS_PER_FAN_OUT) {
    const coins = Math.min(COINS_PER_FAN_OUT, count - first);
    fanOuts.push({ first, coins, valueSat: BigInt(coins) * coinSat + fee(1, coins) });
  }
  const fannedOutSat = fanOuts.reduce((sum, { valueSat }) => sum + valueSat, 0n);
  return {
    count,
    outputsPerTx,
    outputSat: OUTPUT_SAT,
    feeSat,
    vsize: maxVsize(1, outputsPerTx),
    coinSat,
    fanOuts,
    rootSat(coins) {
      if (coins > MAX_ROOT_COINS)
        throw new PrepareError(`more than ${MAX_ROOT_COINS} mined coins would be needed`, {
          remedy: 'prepare fewer transactions or fewer outputs, or use a fresh chain, where blocks pay more',
        });
      return fannedOutSat + fee(coins, fanOuts.length + 1); // one output for the change
    },
  };
}

function inRange(what: string, value: number, max: number): void {
  if (Number.isSafeInteger(value) && value >= 1 && value <= max) return;
  throw new PrepareError(`${what} must be a whole number from 1 to ${max.toLocaleString('en')}, not ${value}`);
}
