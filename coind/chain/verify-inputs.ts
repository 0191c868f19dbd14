import type { ScriptCache } from '../script/script-cache.ts';
import type { Transaction, TxOutput } from '../primitives/types.ts';
import { verifyScript } from '../script/interpreter.ts';
import type { ScriptError } from '../script/script-error.ts';
import { SighashCache } from '../script/sighash.ts';
import { transactionChecker } from '../script/signature-checker.ts';

/**
 * Runs the scripts of all inputs, unless the cache knows that they pass under these flags.
 * @param coins what the inputs spend, in their order
 * @returns the first input that fails, and why
 */
export function verifyInputs(
  transaction: Transaction,
  coins: readonly TxOutput[],
  flags: number,
  cache: ScriptCache,
): { readonly index: number; readonly error: ScriptError } | undefined {
  if (cache.has(transaction.wtxid, flags)) return undefined;
  const sighashes = new SighashCache(transaction);
  for (const [index, { scriptSig, witness }] of transaction.inputs.entries()) {
    const { scriptPubKey, valueSat } = coins[index]!;
    const error = verifyScript({ scriptSig, scriptPubKey, witness, flags, checker: transactionChecker(transaction, index, valueSat, sighashes) });
    if (error !== undefined) return { index, error };
  }
  return undefined;
}
