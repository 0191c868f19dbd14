import { dataOutputOf, isServiceVersion } from '../assets/data-output.ts';
import { MAX_DATA_SCRIPT_SIZE } from '../assets/limits.ts';
import type { Coin, Rejection } from '../chain/types.ts';
import { DeserializationError } from '../primitives/deserialization-error.ts';
import type { Transaction, TxInput, TxOutput } from '../primitives/types.ts';
import { isP2sh, isPushOnly, isUnspendable, readOps, witnessProgram } from '../script/script.ts';
import { p2shSigOps } from '../script/sigops.ts';
import { solve } from '../script/standard.ts';
import { feeAt } from './fee-rate.ts';

/** Standardness rules of this family of nodes; none of them is consensus. */
const MAX_STANDARD_TX_VERSION = 2;
export const MAX_STANDARD_TX_WEIGHT = 400_000;
/** Minimum size without witness, bytes: a smaller transaction could be confused with an inner node of a merkle tree. */
export const MIN_STANDARD_TX_STRIPPED_SIZE = 82;
export const MAX_STANDARD_SIGOP_COST = 16_000;
const MAX_STANDARD_SCRIPTSIG_SIZE = 1_650;
const MAX_P2SH_SIGOPS = 15;
const MAX_DATA_CARRIER_SIZE = 83;
const MAX_BARE_MULTISIG_KEYS = 3;
const MAX_P2WSH_SCRIPT_SIZE = 3_600;
const MAX_P2WSH_STACK_ITEMS = 100;
const MAX_P2WSH_ITEM_SIZE = 80;
/** Minimum virtual bytes for one unit of sigop cost. */
const BYTES_PER_SIGOP = 20;
/** Satoshis per 1000 vbytes, as in litecoind: an output is dust if spending it at this rate costs its whole value. */
export const DUST_RELAY_FEE_RATE = 30_000n;

/** The virtual size that the mempool uses, which is larger for many signature operations. */
export function policyVsize(weight: number, sigOpCost: number): number {
  return Math.ceil(Math.max(weight, sigOpCost * BYTES_PER_SIGOP) / 4);
}

/** Minimum value of an output with this script, satoshis; 0 for an unspendable one. */
export function dustThresholdSat(scriptPubKey: Buffer, dustRelayFeeRate = DUST_RELAY_FEE_RATE): bigint {
  if (isUnspendable(scriptPubKey)) return 0n;
  const { length } = scriptPubKey;
  const outputSize = 8 + (length < 0xfd ? 1 : length <= 0xffff ? 3 : 5) + length;
  // Size of an input that spends it: in a witness, 107 bytes of it count a quarter.
  const inputSize = witnessProgram(scriptPubKey) === undefined ? 148 : 32 + 4 + 1 + Math.floor(107 / 4) + 4;
  return feeAt(dustRelayFeeRate, outputSize + inputSize);
}

function isDust(output: TxOutput): boolean {
  return output.valueSat < dustThresholdSat(output.scriptPubKey);
}

/** A service transaction is standard only if its payload can be read. */
function payloadFault(transaction: Transaction): Rejection | undefined {
  try {
    dataOutputOf(transaction);
    return undefined;
  } catch (error) {
    if (!(error instanceof DeserializationError)) throw error;
    return { reason: 'bad-asset-payload', detail: error.message };
  }
}

/** Checks whether a transaction is standard, without the coins it spends; undefined if it is. */
export function checkStandard(transaction: Transaction): Rejection | undefined {
  const isService = isServiceVersion(transaction.version);
  if (!isService && (transaction.version > MAX_STANDARD_TX_VERSION || transaction.version < 1)) return { reason: 'version' };
  const malformed = payloadFault(transaction);
  if (malformed !== undefined) return malformed;
  if (transaction.weight > MAX_STANDARD_TX_WEIGHT) return { reason: 'tx-size' };
  for (const { scriptSig } of transaction.inputs) {
    if (scriptSig.length > MAX_STANDARD_SCRIPTSIG_SIZE) return { reason: 'scriptsig-size' };
    if (!isPushOnly(scriptSig)) return { reason: 'scriptsig-not-pushonly' };
  }
  let dataOutputs = 0;
  for (const output of transaction.outputs) {
    const { scriptPubKey } = output;
    const { type, data } = solve(scriptPubKey);
    if (type === 'nonstandard') return { reason: 'scriptpubkey' };
    if (type === 'multisig' && data.length > MAX_BARE_MULTISIG_KEYS) return { reason: 'scriptpubkey' };
    if (type === 'nulldata') {
      if (scriptPubKey.length > (isService ? MAX_DATA_SCRIPT_SIZE : MAX_DATA_CARRIER_SIZE)) return { reason: 'scriptpubkey' };
      dataOutputs += 1;
    } else if (isDust(output)) {
      return { reason: 'dust' };
    }
  }
  return dataOutputs > 1 ? { reason: 'multi-op-return' } : undefined;
}

/** Whether all spent scripts are of a standard type, and no redeem script has too many signature operations. */
export function areInputsStandard(transaction: Transaction, coins: readonly Coin[]): boolean {
  return transaction.inputs.every((input, index) => {
    const coin = coins[index]!;
    const { type } = solve(coin.scriptPubKey);
    if (type === 'nonstandard' || type === 'witness_unknown') return false;
    return type !== 'scripthash' || (input.scriptSig.length > 0 && p2shSigOps(input, coin) <= MAX_P2SH_SIGOPS);
  });
}

/** Whether no witness exceeds the limits of standard scripts, and only inputs that need a witness have one. */
export function isWitnessStandard(transaction: Transaction, coins: readonly Coin[]): boolean {
  return transaction.inputs.every((input, index) => input.witness.length === 0 || isInputWitnessStandard(input, coins[index]!));
}

function isInputWitnessStandard({ scriptSig, witness }: TxInput, coin: Coin): boolean {
  const script = isP2sh(coin.scriptPubKey) ? readOps(scriptSig).ops.at(-1)?.data : coin.scriptPubKey;
  const found = script && witnessProgram(script);
  if (found === undefined) return false;
  if (found.version !== 0 || found.program.length !== 32) return true;
  const items = witness.slice(0, -1);
  return (
    witness.at(-1)!.length <= MAX_P2WSH_SCRIPT_SIZE &&
    items.length <= MAX_P2WSH_STACK_ITEMS &&
    items.every((item) => item.length <= MAX_P2WSH_ITEM_SIZE)
  );
}
