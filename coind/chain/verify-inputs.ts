import type { Curve } from '../crypto/curve.ts';
import type { ScriptCache } from '../script/script-cache.ts';
import type { Transaction, TxOutput } from '../primitives/types.ts';
import { verifyScript } from '../script/interpreter.ts';
import type { ScriptError } from '../script/script-error.ts';
import { SighashCache } from '../script/sighash.ts';
import { transactionChecker } from '../script/signature-checker.ts';

/** Parts of a node that script checks need. */
export interface ScriptChecks {
  readonly scriptCache: ScriptCache;
  readonly curve: Curve;
}

/**
 * Runs the scripts of all inputs, unless the cache holds a successful result for these flags.
 * @param coins the coins that the inputs spend, in their order
 * @returns the first input that fails, and the error
 */
export function verifyInputs(
  transaction: Transaction,
  coins: readonly TxOutput[],
  flags: number,
  { scriptCache, curve }: ScriptChecks,
): { readonly index: number; readonly error: ScriptError } | undefined {
  if (scriptCache.has(transaction.wtxid, flags)) return undefined;
  const sighashes = new SighashCache(transaction);
  for (const [index, { scriptSig, witness }] of transaction.inputs.entries()) {
    const { scriptPubKey, valueSat } = coins[index]!;
    const error = verifyScript({
      scriptSig,
      scriptPubKey,
      witness,
      flags,
      checker: transactionChecker(transaction, { index, amountSat: valueSat }, { cache: sighashes, curve }),
    });
    if (error !== undefined) return { index, error };
  }
  return undefined;
}
