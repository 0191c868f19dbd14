import type { Curve } from '../../crypto/curve.ts';
import type { Outpoint, TxInput, TxOutput, TxParts } from '../../primitives/types.ts';
import { scriptErrorText, type ScriptError } from '../../script/script-error.ts';
import { SighashCache } from '../../script/sighash.ts';
import { inputError, signInput, withUnlocks } from '../../script/signer.ts';
import type { SigningProvider } from '../../script/signing-provider.ts';
import type { SpendDeps } from './spend-deps.ts';

/** An input without a valid signature, and the reason. */
export interface UnsignedInput {
  readonly input: TxInput;
  readonly reason: string;
}

export interface SignedTransaction {
  readonly transaction: TxParts;
  /** Empty for a complete transaction. */
  readonly unsigned: readonly UnsignedInput[];
}

/**
 * Signs the inputs of a transaction as far as the provider has the keys.
 * @param coinOf the output that an input spends, if known
 */
export function signTransaction(
  transaction: TxParts,
  coinOf: (outpoint: Outpoint) => TxOutput | undefined,
  signer: { readonly provider: SigningProvider; readonly sighashType: number; readonly curve: Curve },
): SignedTransaction {
  const cache = new SighashCache(transaction);
  const unsigned: UnsignedInput[] = [];
  const inputs = transaction.inputs.map((input, index) => {
    const coin = coinOf(input);
    if (coin === undefined) {
      unsigned.push({ input, reason: 'Input not found or already spent' });
      return input;
    }
    const place = { transaction, index, coin, cache, curve: signer.curve };
    const signed = signInput(place, signer);
    const result = withUnlocks(input, signed);
    if (!signed.complete) unsigned.push({ input: result, reason: reasonOf(inputError(place, signed)) });
    return result;
  });
  return { transaction: { ...transaction, inputs }, unsigned };
}

function reasonOf(error: ScriptError | undefined): string {
  switch (error) {
    case 'INVALID_STACK_OPERATION':
      return 'Unable to sign input, invalid stack size (possibly missing key)';
    case 'NULLFAIL':
      return 'CHECK(MULTI)SIG failing with non-zero signature (possibly need more signatures)';
    default:
      return scriptErrorText(error ?? 'UNKNOWN_ERROR');
  }
}

/** The output at an outpoint, in the mempool or the chain, even if a mempool transaction spends it. */
export function coinKnownToNode({ chain, mempool }: Pick<SpendDeps, 'chain' | 'mempool'>, outpoint: Outpoint): TxOutput | undefined {
  return mempool.get(outpoint.txid)?.transaction.outputs[outpoint.vout] ?? chain.coin(outpoint);
}
