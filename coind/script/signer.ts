import type { Curve } from '../crypto/curve.ts';
import type { TxInput, TxOutput, TxParts } from '../primitives/types.ts';
import { STANDARD } from './flags.ts';
import { verifyScript } from './interpreter.ts';
import { noProvider } from './memory-provider.ts';
import { isP2sh, isPushOnly, readOps } from './script.ts';
import type { ScriptError } from './script-error.ts';
import { legacySighash, type SighashCache } from './sighash.ts';
import { SIGHASH_SINGLE } from './sighash-types.ts';
import { transactionChecker, type SignatureChecker } from './signature-checker.ts';
import { addSignatureData, noSignatureData, type SignatureData } from './signature-data.ts';
import type { SigningProvider } from './signing-provider.ts';
import { solve } from './standard.ts';
import { unlock, type MakeSignature } from './unlocking.ts';

/** An input of a transaction and the output that it spends. */
export interface InputPlace {
  readonly transaction: TxParts;
  readonly index: number;
  readonly coin: TxOutput;
  /** Signature hashes of this transaction. */
  readonly cache: SighashCache;
  readonly curve: Curve;
}

/** The scripts that unlock an input. */
export interface Unlocks {
  readonly scriptSig: Buffer;
  readonly witness: readonly Buffer[];
}

/** An input after signing, complete or partial. */
export interface SignedInput extends Unlocks {
  /** Whether it is valid under the rules of the mempool. */
  readonly complete: boolean;
}

/**
 * Signs one input with the keys of a provider; existing signatures are kept.
 * @param sighashType one byte, as defined in the documents; with SINGLE an input without a corresponding output is not signed
 */
export function signInput(place: InputPlace, signer: { readonly provider: SigningProvider; readonly sighashType: number }): SignedInput {
  const input = place.transaction.inputs[place.index]!;
  if (inputError(place, input) === undefined) return { scriptSig: input.scriptSig, witness: input.witness, complete: true };
  const data = signatureDataOf(place, input);
  return unlockWith(place, data, signer.provider, signatureMaker(place, signer));
}

/** Merges the signatures of copies of one input. */
export function combineInputs(place: InputPlace, copies: readonly Unlocks[]): SignedInput {
  const data = noSignatureData();
  for (const copy of copies) {
    if (inputError(place, copy) === undefined) return { scriptSig: copy.scriptSig, witness: copy.witness, complete: true };
    addSignatureData(data, signatureDataOf(place, copy));
  }
  return unlockWith(place, data, noProvider, () => undefined);
}

/** Creates the signatures of an input with the keys of a provider, with low R as in the family. */
export function signatureMaker(
  { transaction, index, coin, cache, curve }: InputPlace,
  { provider, sighashType }: { readonly provider: SigningProvider; readonly sighashType: number },
): MakeSignature {
  // This signature would sign the number one, and be valid for other transactions too.
  if ((sighashType & 0x1f) === SIGHASH_SINGLE && index >= transaction.outputs.length) return () => undefined;
  return (publicKey, scriptCode, inWitness) => {
    if (inWitness && publicKey.length !== COMPRESSED_KEY) return undefined;
    const key = provider.privateKey(publicKey);
    if (key === undefined) return undefined;
    const hash = inWitness
      ? cache.witnessV0(index, scriptCode, coin.valueSat, sighashType)
      : legacySighash(transaction, index, scriptCode, sighashType);
    return Buffer.concat([curve.sign(hash, key, { lowR: true }), Buffer.from([sighashType])]);
  };
}

/** Verifies scripts of an input under the rules of the mempool; undefined if valid. */
export function inputError(
  { transaction, index, coin, cache, curve }: InputPlace,
  { scriptSig, witness }: Unlocks,
): ScriptError | undefined {
  const checker = transactionChecker(transaction, { index, amountSat: coin.valueSat }, { cache, curve });
  return verifyScript({ scriptSig, scriptPubKey: coin.scriptPubKey, witness, flags: STANDARD, checker });
}

const COMPRESSED_KEY = 33;

function unlockWith(place: InputPlace, data: SignatureData, provider: SigningProvider, makeSignature: MakeSignature): SignedInput {
  const { scriptSig, witness, whole } = unlock(place.coin.scriptPubKey, { provider, data, makeSignature });
  return { scriptSig, witness, complete: whole && inputError(place, { scriptSig, witness }) === undefined };
}

/** Extracts scripts and signatures from an incomplete input, such as a partly signed multisig. */
function signatureDataOf(place: InputPlace, { scriptSig, witness }: Unlocks): SignatureData {
  const { transaction, index, coin, cache, curve } = place;
  const data = noSignatureData();
  const pushed = stackOf(scriptSig);
  data.redeemScript = isP2sh(coin.scriptPubKey) ? lastOf(pushed) : undefined;
  const script = data.redeemScript ?? coin.scriptPubKey;
  const isWitnessScript = solve(script).type === 'witness_v0_scripthash';
  data.witnessScript = isWitnessScript ? lastOf(witness) : undefined;
  const checker = transactionChecker(transaction, { index, amountSat: coin.valueSat }, { cache, curve });
  if (isWitnessScript) addSignatures(data, witness, { script: data.witnessScript, inWitness: true, checker });
  else addSignatures(data, pushed, { script, inWitness: false, checker });
  return data;
}

/** A script, and how its signatures are checked. */
interface CheckedScript {
  readonly script: Buffer | undefined;
  readonly inWitness: boolean;
  readonly checker: SignatureChecker;
}

function addSignatures(data: SignatureData, stack: readonly Buffer[], { script, inWitness, checker }: CheckedScript): void {
  if (script === undefined) return;
  const { type, data: publicKeys } = solve(script);
  if (type !== 'multisig') return;
  for (const item of stack) {
    if (item.length === 0) continue;
    const signer = publicKeys.find(
      (key) => !data.signatures.has(key.toString('hex')) && checker.checkSignature(item, key, script, inWitness),
    );
    if (signer) data.signatures.set(signer.toString('hex'), item);
  }
}

function lastOf(stack: readonly Buffer[]): Buffer | undefined {
  const last = stack.at(-1);
  return last === undefined || last.length === 0 ? undefined : last;
}

/** Data pushed by a scriptSig; small numbers are neither signatures nor scripts. */
function stackOf(scriptSig: Buffer): readonly Buffer[] {
  return isPushOnly(scriptSig) ? readOps(scriptSig).ops.map(({ data }) => data ?? Buffer.alloc(0)) : [];
}

/** A copy of an input with other scripts. */
export function withUnlocks(input: TxInput, { scriptSig, witness }: Unlocks): TxInput {
  return { ...input, scriptSig, witness };
}
