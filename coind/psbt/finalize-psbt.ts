import type { Curve } from '../crypto/curve.ts';
import { makeTransaction } from '../primitives/transaction.ts';
import type { Transaction } from '../primitives/types.ts';
import { noProvider } from '../script/memory-provider.ts';
import { SighashCache } from '../script/sighash.ts';
import { SIGHASH_ALL } from '../script/sighash-types.ts';
import { signPsbtInput } from './sign-input.ts';
import { isFinal, type Psbt } from './types.ts';

/** The Input Finalizer of BIP 174: adds the final scripts to all complete inputs. */
export function finalizePsbt(psbt: Psbt, curve: Curve): Psbt {
  const cache = new SighashCache(psbt.transaction);
  return {
    ...psbt,
    inputs: psbt.inputs.map((_, index) => signPsbtInput(psbt, index, { provider: noProvider, sighashType: SIGHASH_ALL, cache, curve })),
  };
}

export function isComplete(psbt: Psbt): boolean {
  return psbt.inputs.every(isFinal);
}

/** The Transaction Extractor of BIP 174: the signed transaction; undefined if an input is not final. */
export function extractTransaction(psbt: Psbt): Transaction | undefined {
  if (!isComplete(psbt)) return undefined;
  const { version, inputs, outputs, locktime } = psbt.transaction;
  return makeTransaction({
    version,
    inputs: inputs.map((input, index) => {
      const { finalScriptSig = input.scriptSig, finalWitness = [] } = psbt.inputs[index]!;
      return { ...input, scriptSig: finalScriptSig, witness: finalWitness };
    }),
    outputs,
    locktime,
  });
}
