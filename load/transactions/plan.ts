import { PrepareError } from './errors.ts';
import { maxVsize, maxWeight, OUTPUT_BYTES } from './sizes.ts';

const MAX_OUTPUTS_PER_TX = 250;
/**
 * Value of each output: more than dust by the strictest rate known, which takes 2,940 for P2WPKH (30,000 satoshis for 1,000
 * vbytes), and little enough for a fresh regtest chain to pay 250 outputs in each of a million transactions.
 */
const OUTPUT_SAT = 3_000n;
/** What nodes put into a block by default, less what they reserve for its header and coinbase. */
const BLOCK_WEIGHT = 3_992_000;
/** So many are just below the largest transaction that is standard (400,000 weight units), and fill a block. */
export const FAN_OUTS_PER_BLOCK = 10;
const COINS_PER_FAN_OUT = Math.floor(
  (BLOCK_WEIGHT / FAN_OUTS_PER_BLOCK - maxWeight(1, 0xffff) + 0xffff * OUTPUT_BYTES * 4) / (OUTPUT_BYTES * 4),
);
const MAX_STANDARD_WEIGHT = 400_000;
/** Coins that the one root transaction can spend at once, however many fan-outs it pays. */
const MAX_ROOT_COINS = 500;

/** One transaction that makes coins, of one value, for a run of transactions. */
export interface FanOut {
  /** Index of the first transaction that spends one of its outputs. */
  readonly first: number;
  readonly coins: number;
  /** What it spends: its outputs and its fee. */
  readonly valueSat: bigint;
}

/**
 * How coins for the transactions come about: mined coins → one root transaction → fan-outs → one coin for each
 * transaction. Each level is mined before the next is sent, so that nothing has unconfirmed ancestors.
 */
export interface Plan {
  readonly count: number;
  readonly outputsPerTx: number;
  readonly outputSat: bigint;
  readonly feeSat: bigint;
  readonly vsize: number;
  /** What each transaction spends: its outputs and its fee. */
  readonly coinSat: bigint;
  readonly fanOuts: readonly FanOut[];
  /** What the root transaction must spend where it spends so many coins. */
  rootSat(coins: number): bigint;
  /** Its fee, which includes that for an output of change. */
  rootFeeSat(coins: number): bigint;
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
  const rootFeeSat = (coins: number): bigint => fee(coins, fanOuts.length + 1);
  return {
    count,
    outputsPerTx,
    outputSat: OUTPUT_SAT,
    feeSat,
    vsize: maxVsize(1, outputsPerTx),
    coinSat,
    fanOuts,
    rootFeeSat,
    rootSat(coins) {
      if (coins > MAX_ROOT_COINS)
        throw new PrepareError(`more than ${MAX_ROOT_COINS} mined coins would be needed`, {
          remedy: 'prepare fewer transactions, or with fewer outputs, or take a fresh chain, where blocks pay more',
        });
      return fannedOutSat + rootFeeSat(coins);
    },
  };
}

function inRange(what: string, value: number, max: number): void {
  if (Number.isSafeInteger(value) && value >= 1 && value <= max) return;
  throw new PrepareError(`${what} must be a whole number from 1 to ${max.toLocaleString('en')}, not ${value}`);
}
