import { ByteWriter } from '../primitives/byte-writer.ts';
import { hash160 } from '../primitives/hash.ts';
import type { KeyOrigin } from '../script/signature-data.ts';
import { GLOBAL, INPUT, MAGIC, OUTPUT } from './key-types.ts';
import { isFinal, type Psbt, type PsbtInput, type PsbtOutput, type UnknownEntries } from './types.ts';

/** The bytes of a PSBT, BIP 174. For a final input only its UTXO, its final scripts and unknown entries are written. */
export function writePsbt(psbt: Psbt): Buffer {
  const writer = new ByteWriter(1024).bytes(MAGIC);
  writeEntry(writer, GLOBAL.unsignedTransaction, psbt.transaction.strippedBytes);
  writeUnknown(writer, psbt.unknown);
  writer.u8(0);
  for (const input of psbt.inputs) writeInput(writer, input);
  for (const output of psbt.outputs) writeOutput(writer, output);
  return writer.finish();
}

/** A PSBT as base64. */
export function encodePsbt(psbt: Psbt): string {
  return writePsbt(psbt).toString('base64');
}

function writeInput(writer: ByteWriter, input: PsbtInput): void {
  // Without the witness, which the txid does not cover, as in nodes of this family.
  if (input.previous) writeEntry(writer, INPUT.nonWitnessUtxo, input.previous.strippedBytes);
  if (input.witnessOutput) {
    const { valueSat, scriptPubKey } = input.witnessOutput;
    writeEntry(writer, INPUT.witnessUtxo, new ByteWriter(64).i64le(valueSat).varBytes(scriptPubKey).finish());
  }
  if (!isFinal(input)) writeSigningData(writer, input);
  if (input.finalScriptSig) writeEntry(writer, INPUT.finalScriptSig, input.finalScriptSig);
  if (input.finalWitness) {
    const stack = new ByteWriter().compactSize(input.finalWitness.length);
    for (const item of input.finalWitness) stack.varBytes(item);
    writeEntry(writer, INPUT.finalWitness, stack.finish());
  }
  writeUnknown(writer, input.unknown);
  writer.u8(0);
}

function writeSigningData(writer: ByteWriter, input: PsbtInput): void {
  // BIP 174 requires no order. Nodes of this family sort by key hash; with the same order the bytes are the same.
  const keyHash = (key: string): Buffer => hash160(Buffer.from(key, 'hex'));
  const signers = [...input.partialSignatures.keys()].sort((a, b) => Buffer.compare(keyHash(a), keyHash(b)));
  for (const key of signers) writeEntry(writer, INPUT.partialSignature, input.partialSignatures.get(key)!, Buffer.from(key, 'hex'));
  if (input.sighashType !== undefined) writeEntry(writer, INPUT.sighashType, new ByteWriter(4).u32le(input.sighashType).finish());
  if (input.redeemScript) writeEntry(writer, INPUT.redeemScript, input.redeemScript);
  if (input.witnessScript) writeEntry(writer, INPUT.witnessScript, input.witnessScript);
  writeDerivations(writer, INPUT.derivation, input.derivations);
}

function writeOutput(writer: ByteWriter, output: PsbtOutput): void {
  if (output.redeemScript) writeEntry(writer, OUTPUT.redeemScript, output.redeemScript);
  if (output.witnessScript) writeEntry(writer, OUTPUT.witnessScript, output.witnessScript);
  writeDerivations(writer, OUTPUT.derivation, output.derivations);
  writeUnknown(writer, output.unknown);
  writer.u8(0);
}

function writeDerivations(writer: ByteWriter, type: number, derivations: ReadonlyMap<string, KeyOrigin>): void {
  for (const key of [...derivations.keys()].sort()) {
    const { fingerprint, path } = derivations.get(key)!;
    const value = new ByteWriter(4 + 4 * path.length).bytes(fingerprint);
    for (const step of path) value.u32le(step);
    writeEntry(writer, type, value.finish(), Buffer.from(key, 'hex'));
  }
}

function writeUnknown(writer: ByteWriter, unknown: UnknownEntries): void {
  for (const key of [...unknown.keys()].sort()) {
    writer.varBytes(Buffer.from(key, 'hex')).varBytes(Buffer.from(unknown.get(key)!, 'hex'));
  }
}

function writeEntry(writer: ByteWriter, type: number, value: Uint8Array, keyData: Uint8Array = Buffer.alloc(0)): void {
  writer
    .compactSize(1 + keyData.length)
    .u8(type)
    .bytes(keyData)
    .varBytes(value);
}
