import type { Transaction, TxInput, TxOutput } from '../primitives/types.ts';
import { flag } from './flags.ts';
import { op } from './opcodes.ts';
import { endOfOp, isP2sh, isPushOnly, MAX_MULTISIG_KEYS, readOps, witnessProgram } from './script.ts';

/** Cost of a signature operation in a scriptSig or output script; in a witness it is 1 (BIP 141). */
const LEGACY_COST = 4;

/**
 * Signature operations in a script, up to a truncated push.
 * @param accurate count the keys of a CHECKMULTISIG after a small number; otherwise it counts as the maximum
 */
export function legacySigOps(script: Buffer, accurate = false): number {
  let count = 0;
  let previous = -1;
  for (let at = 0; at < script.length;) {
    const code = script[at]!;
    const end = endOfOp(script, at);
    if (end === undefined) break;
    if (code === op.OP_CHECKSIG || code === op.OP_CHECKSIGVERIFY) count += 1;
    else if (code === op.OP_CHECKMULTISIG || code === op.OP_CHECKMULTISIGVERIFY) {
      count += accurate && previous >= op.OP_1 && previous <= op.OP_16 ? previous - op.OP_1 + 1 : MAX_MULTISIG_KEYS;
    }
    previous = code;
    at = end;
  }
  return count;
}

/** Signature operations in the scriptSigs and output scripts of a transaction. */
export function transactionLegacySigOps(transaction: Transaction): number {
  let count = 0;
  for (const { scriptSig } of transaction.inputs) count += legacySigOps(scriptSig);
  for (const { scriptPubKey } of transaction.outputs) count += legacySigOps(scriptPubKey);
  return count;
}

/** Signature operations in the redeem script of an input, counted accurately; 0 if its coin is not P2SH. */
export function p2shSigOps(input: TxInput, coin: TxOutput): number {
  if (!isP2sh(coin.scriptPubKey)) return 0;
  const redeemScript = lastPush(input.scriptSig);
  return redeemScript === undefined ? 0 : legacySigOps(redeemScript, true);
}

/** Signature operations in the witness of an input. */
function witnessSigOps(input: TxInput, coin: TxOutput): number {
  let script: Buffer | undefined = coin.scriptPubKey;
  if (isP2sh(script)) script = lastPush(input.scriptSig);
  const program = script === undefined ? undefined : witnessProgram(script);
  if (program?.version !== 0) return 0;
  if (program.program.length === 20) return 1;
  const witnessScript = program.program.length === 32 ? input.witness.at(-1) : undefined;
  return witnessScript === undefined ? 0 : legacySigOps(witnessScript, true);
}

/**
 * Cost of the signature operations of a transaction; the maximum for a block is 80,000 (BIP 141).
 * @param coins the coins that its inputs spend, in their order; not used for a coinbase
 * @param flags P2SH and WITNESS count
 */
export function sigOpCost(transaction: Transaction, coins: readonly TxOutput[], flags: number = flag.P2SH | flag.WITNESS): number {
  let cost = transactionLegacySigOps(transaction) * LEGACY_COST;
  if (transaction.isCoinbase) return cost;
  transaction.inputs.forEach((input, i) => {
    if ((flags & flag.P2SH) !== 0) cost += p2shSigOps(input, coins[i]!) * LEGACY_COST;
    if ((flags & flag.WITNESS) !== 0) cost += witnessSigOps(input, coins[i]!);
  });
  return cost;
}

/** The top of the stack after a push-only script; small numbers count as empty. */
function lastPush(script: Buffer): Buffer | undefined {
  if (!isPushOnly(script)) return undefined;
  const last = readOps(script).ops.at(-1);
  return last === undefined ? undefined : (last.data ?? Buffer.alloc(0));
}
