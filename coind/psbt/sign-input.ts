import type { Curve } from '../crypto/curve.ts';
import { hash160 } from '../primitives/hash.ts';
import type { SighashCache } from '../script/sighash.ts';
import { noSignatureData, type SignatureData } from '../script/signature-data.ts';
import { inputError, signatureMaker, type InputPlace } from '../script/signer.ts';
import type { SigningProvider } from '../script/signing-provider.ts';
import { unlock } from '../script/unlocking.ts';
import { isFinal, spentOutput, type Psbt, type PsbtInput, type PsbtOutput } from './types.ts';

/**
 * The Updater, Signer and Input Finalizer of BIP 174 for one input: adds the provider's scripts, key origins and
 * signatures, and the final scripts once all signatures are there. An input that spends an unknown output is unchanged.
 */
export function signPsbtInput(
  psbt: Psbt,
  index: number,
  signer: { readonly provider: SigningProvider; readonly sighashType: number; readonly cache: SighashCache; readonly curve: Curve },
): PsbtInput {
  const input = psbt.inputs[index]!;
  const coin = spentOutput(psbt, index);
  if (isFinal(input) || coin === undefined) return input;
  const place: InputPlace = { transaction: psbt.transaction, index, coin, cache: signer.cache, curve: signer.curve };
  const data = signatureDataOf(input);
  const { provider } = signer;
  const { scriptSig, witness, whole, usesWitness } = unlock(coin.scriptPubKey, {
    provider,
    data,
    makeSignature: signatureMaker(place, signer),
  });
  // Without the previous transaction the amount is not verified; only a witness signature commits to it.
  if (input.previous === undefined && !usesWitness) return input;
  const updated: PsbtInput = { ...input, ...(usesWitness && { witnessOutput: coin }) };
  if (whole && inputError(place, { scriptSig, witness }) === undefined) return finalized(updated, scriptSig, witness);
  return {
    ...updated,
    partialSignatures: data.signatures,
    derivations: data.origins,
    ...(data.redeemScript && { redeemScript: data.redeemScript }),
    ...(data.witnessScript && { witnessScript: data.witnessScript }),
  };
}

/** The Updater of BIP 174 for one output: adds the scripts and key origins that the provider knows. */
export function updatePsbtOutput({ transaction, outputs }: Psbt, index: number, provider: SigningProvider): PsbtOutput {
  const output = outputs[index]!;
  const data = signatureDataOf({ ...output, partialSignatures: new Map() });
  unlock(transaction.outputs[index]!.scriptPubKey, { provider, data, makeSignature: () => undefined });
  return {
    ...output,
    derivations: data.origins,
    ...(data.redeemScript && { redeemScript: data.redeemScript }),
    ...(data.witnessScript && { witnessScript: data.witnessScript }),
  };
}

/** A final input keeps only its UTXO, its final scripts and unknown entries. BIP 174. */
function finalized({ previous, witnessOutput, unknown }: PsbtInput, scriptSig: Buffer, witness: readonly Buffer[]): PsbtInput {
  return {
    ...(previous && { previous }),
    ...(witnessOutput && { witnessOutput }),
    partialSignatures: new Map(),
    derivations: new Map(),
    ...(scriptSig.length > 0 && { finalScriptSig: scriptSig }),
    ...(witness.length > 0 && { finalWitness: witness }),
    unknown,
  };
}

/** Scripts, keys and signatures of an input or output. */
export function signatureDataOf(
  known: Pick<PsbtInput, 'partialSignatures' | 'derivations' | 'redeemScript' | 'witnessScript'>,
): SignatureData {
  const data = noSignatureData();
  data.redeemScript = known.redeemScript;
  data.witnessScript = known.witnessScript;
  for (const [key, signature] of known.partialSignatures) data.signatures.set(key, signature);
  for (const [key, origin] of known.derivations) data.origins.set(key, origin);
  for (const key of [...known.partialSignatures.keys(), ...known.derivations.keys()]) {
    const publicKey = Buffer.from(key, 'hex');
    data.publicKeys.set(hash160(publicKey).toString('hex'), publicKey);
  }
  return data;
}
