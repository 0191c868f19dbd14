import { compactSizeLength } from '../../primitives/byte-writer.ts';
import { noSignatureData, type SignatureData } from '../../script/signature-data.ts';
import type { SigningProvider } from '../../script/signing-provider.ts';
import { unlock, type Unlocking } from '../../script/unlocking.ts';

/** Size of a signed input. */
export interface SignedSize {
  /** Bytes of the scriptSig, without its length. */
  readonly scriptSig: number;
  /** Bytes of the witness including the count of its items; 0 without a witness. */
  readonly witness: number;
}

/** A signature with low R, as this wallet creates them, including the sighash type. */
const OWN_SIGNATURE = Buffer.alloc(71);
/** An external signer of a watch-only output may not use low R. */
const FOREIGN_SIGNATURE = Buffer.alloc(72);
const OUTPOINT_AND_SEQUENCE = 40;
const WITNESS_MARKER = 2;

/**
 * The maximum size of an input that spends an output with this script; undefined if the provider cannot solve the script.
 * @param watched whether an external signer signs
 * @param data existing signature data of the input
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

/** The size of existing scriptSig and witness. */
export function sizeOfUnlocking({ scriptSig, witness }: Pick<Unlocking, 'scriptSig' | 'witness'>): SignedSize {
  const items = witness.reduce((sum, { length }) => sum + compactSizeLength(length) + length, 0);
  return { scriptSig: scriptSig.length, witness: witness.length === 0 ? 0 : compactSizeLength(witness.length) + items };
}

/** The weight of an input, BIP 141. If other inputs have a witness, an input without one has one byte for its empty witness. */
export function inputWeight({ scriptSig, witness }: SignedSize): number {
  return 4 * (OUTPOINT_AND_SEQUENCE + compactSizeLength(scriptSig) + scriptSig) + Math.max(witness, 1);
}

/** Size of an output, bytes. */
export function outputSize(scriptPubKey: Buffer): number {
  return 8 + compactSizeLength(scriptPubKey.length) + scriptPubKey.length;
}

/** The weight of a transaction with inputs and outputs of these sizes. */
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

/** Virtual bytes of a weight. */
export const vsizeOf = (weight: number): number => Math.ceil(weight / 4);
