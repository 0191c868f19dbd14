import type { Trial } from '../../../engine/trial.ts';
import { fromHex } from '../../../oracles/bytes.ts';
import { verifyInput, type InputVerdict } from '../../../oracles/input-signature.ts';
import { parsePsbt, type Psbt, type PsbtInput } from '../../../oracles/psbt.ts';
import { understood } from '../support/understood.ts';

export function readPsbt(t: Trial, psbt: string): Psbt {
  return understood(t, 'psbt', () => parsePsbt(psbt));
}

/** Whether anything in the input was made with a private key. */
export function isSigned({ finalScriptSig, finalWitness, partialSignatures }: PsbtInput): boolean {
  return finalScriptSig !== undefined || finalWitness !== undefined || partialSignatures.size > 0;
}

/** Checks the signature of an input that spends a P2WPKH output, finalized or not. */
export function checkWitnessInput(t: Trial, psbt: Psbt, index: number, spent: { readonly amountSat: bigint; readonly scriptPubKey: string }): InputVerdict {
  const input = psbt.inputs[index];
  const [partial] = input?.partialSignatures ?? [];
  const witness = input?.finalWitness ?? (partial ? [fromHex(partial[1]), fromHex(partial[0])] : []);
  const inputs = psbt.transaction.inputs.map((each, at) => (at === index ? { ...each, witness } : each));
  const output = { valueSat: spent.amountSat, script: fromHex(spent.scriptPubKey) };
  return understood(t, `input ${index} of the PSBT`, () => verifyInput({ ...psbt.transaction, inputs }, index, output));
}
