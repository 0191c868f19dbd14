import type { Coin, Rejection } from '../chain/types.ts';
import { verifyInputs, type ScriptChecks } from '../chain/verify-inputs.ts';
import type { Transaction } from '../primitives/types.ts';
import { MANDATORY, STANDARD } from '../script/flags.ts';
import { verifyScript } from '../script/interpreter.ts';
import { scriptErrorText } from '../script/script-error.ts';
import { SighashCache } from '../script/sighash.ts';
import { transactionChecker } from '../script/signature-checker.ts';

/**
 * Runs the scripts of all inputs under policy and consensus rules together, unless the result is cached. A failure of
 * policy alone has another reason than one of consensus.
 */
export function checkScripts(
  transaction: Transaction,
  coins: readonly Coin[],
  blockFlags: number,
  checks: ScriptChecks,
): Rejection | undefined {
  const flags = STANDARD | blockFlags;
  const failure = verifyInputs(transaction, coins, flags, checks);
  if (failure === undefined) {
    checks.scriptCache.add(transaction.wtxid, flags);
    return undefined;
  }
  const { scriptSig, witness } = transaction.inputs[failure.index]!;
  const { scriptPubKey, valueSat } = coins[failure.index]!;
  const checker = transactionChecker(
    transaction,
    { index: failure.index, amountSat: valueSat },
    { cache: new SighashCache(transaction), curve: checks.curve },
  );
  const mandatory = verifyScript({ scriptSig, scriptPubKey, witness, flags: MANDATORY, checker }) !== undefined;
  return {
    reason: `${mandatory ? 'mandatory-script-verify-flag-failed' : 'non-mandatory-script-verify-flag'} (${scriptErrorText(failure.error)})`,
  };
}
