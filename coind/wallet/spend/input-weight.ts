import { compactSizeLength } from '../../primitives/byte-writer.ts';
import { noSignatureData, type SignatureData } from '../../script/signature-data.ts';
import type { SigningProvider } from '../../script/signing-provider.ts';
import { unlock, type Unlocking } from '../../script/unlocking.ts';

/** How large an input is once it is signed. */
export interface SignedSize {
  /** Bytes of the scriptSig, without its length. */
  readonly scriptSig: number;
  /** Bytes of the witness with the number of its items; 0 where there is none. */
  readonly witness: number;
}

/** A signature with a low R, as the wallet makes them, and with its sighash type. */
const OWN_SIGNATURE = Buffer.alloc(71);
/** Whoever signs for what is only watched may not care for a low R. */
const FOREIGN_SIGNATURE = Buffer.alloc(72);
const OUTPOINT_AND_SEQUENCE = 40;
const WITNESS_MARKER = 2;

/**
 * The size of an input that spends an output of this script, at most; undefined where it is not known how to spend it.
 * @param watched somebody else signs
 * @param data what is there already
 */
export function signedSize(
  scriptPubKey: Buffer,
  provider: SigningProvider,
  watched: boolean,
  data: SignatureData = noSignatureData(),
): SignedSize | undefined {
  const makeSignature = (): Buffer => (watched ? FOREIGN_SIGNATURE : OWN_SIGNATURE);
  const unlocking = unlock(scriptPubKey, { provider, data, makeSignature });
  return unlocking.whole ? sizeOfUnlocking(unlocking) : undefined;
}

/** The size of what unlocks an input. */
export function sizeOfUnlocking({ scriptSig, witness }: Pick<Unlocking, 'scriptSig' | 'witness'>): SignedSize {
  const items = witness.reduce((sum, { length }) => sum + compactSizeLength(length) + length, 0);
  return { scriptSig: scriptSig.length, witness: witness.length === 0 ? 0 : compactSizeLength(witness.length) + items };
}

/** What an input adds to the weight of a transaction, BIP 141; among inputs with a witness one without takes a byte to say so. */
export function inputWeight({ scriptSig, witness }: SignedSize): number {
  return 4 * (OUTPOINT_AND_SEQUENCE + compactSizeLength(scriptSig) + scriptSig) + Math.max(witness, 1);
}

/** Bytes of an output. */
export function outputSize(scriptPubKey: Buffer): number {
  return 8 + compactSizeLength(scriptPubKey.length) + scriptPubKey.length;
}

/** The weight of a transaction of inputs and outputs of these sizes. */
export function transactionWeight(inputs: readonly SignedSize[], outputSizes: readonly number[]): number {
  const hasWitness = inputs.some(({ witness }) => witness > 0);
  const stripped =
    8 +
    compactSizeLength(inputs.length) +
    compactSizeLength(outputSizes.length) +
    outputSizes.reduce((sum, size) => sum + size, 0) +
    inputs.reduce((sum, { scriptSig }) => sum + OUTPOINT_AND_SEQUENCE + compactSizeLength(scriptSig) + scriptSig, 0);
  const witness = inputs.reduce((sum, input) => sum + Math.max(input.witness, 1), WITNESS_MARKER);
  return 4 * stripped + (hasWitness ? witness : 0);
}

/** Virtual bytes of so much weight. */
export const vsizeOf = (weight: number): number => Math.ceil(weight / 4);
