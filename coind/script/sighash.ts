import { ByteWriter, compactSizeLength } from '../primitives/byte-writer.ts';
import { hash256 } from '../primitives/hash.ts';
import type { TxParts } from '../primitives/types.ts';
import { op } from './opcodes.ts';
import { endOfOp } from './script.ts';
import { SIGHASH_ANYONECANPAY, SIGHASH_NONE, SIGHASH_SINGLE } from './sighash-types.ts';

const zeroHash = Buffer.alloc(32);

/** The hash for SINGLE without a corresponding output: the number one, an old mistake that became a consensus rule. */
const hashOne = Buffer.alloc(32);
hashOne[0] = 1;

/**
 * The signature hash of an input without witness.
 * @param scriptCode the script that runs, from the last OP_CODESEPARATOR on and without the signature itself
 * @param hashType 32 bits, all of which are hashed
 */
export function legacySighash(transaction: TxParts, index: number, scriptCode: Buffer, hashType: number): Buffer {
  const anyoneCanPay = (hashType & SIGHASH_ANYONECANPAY) !== 0;
  const base = hashType & 0x1f;
  const { inputs, outputs } = transaction;
  if (index >= inputs.length || (base === SIGHASH_SINGLE && index >= outputs.length)) return hashOne;
  const code = withoutCodeSeparators(scriptCode);
  const writer = new ByteWriter(64 + code.length + inputs.length * 41 + outputs.length * 34).i32le(transaction.version);

  writer.compactSize(anyoneCanPay ? 1 : inputs.length);
  for (let i = anyoneCanPay ? index : 0; i < (anyoneCanPay ? index + 1 : inputs.length); i++) {
    const input = inputs[i]!;
    writer.id(input.txid).u32le(input.vout);
    if (i === index) writer.varBytes(code);
    else writer.u8(0);
    writer.u32le(i !== index && (base === SIGHASH_NONE || base === SIGHASH_SINGLE) ? 0 : input.sequence);
  }

  const count = base === SIGHASH_NONE ? 0 : base === SIGHASH_SINGLE ? index + 1 : outputs.length;
  writer.compactSize(count);
  for (let i = 0; i < count; i++) {
    const output = outputs[i]!;
    if (base === SIGHASH_SINGLE && i !== index) writer.i64le(-1n).u8(0);
    else writer.i64le(output.valueSat).varBytes(output.scriptPubKey);
  }
  return hash256(
    writer
      .u32le(transaction.locktime)
      .i32le(hashType | 0)
      .finish(),
  );
}

/** Signature hashes of witnesses (BIP 143) for the inputs of one transaction: the common parts are hashed once. */
export class SighashCache {
  readonly #transaction: TxParts;
  #prevouts: Buffer | undefined;
  #sequences: Buffer | undefined;
  #outputs: Buffer | undefined;

  constructor(transaction: TxParts) {
    this.#transaction = transaction;
  }

  /** @param scriptCode the witness script from the last OP_CODESEPARATOR on; the P2PKH script of the key for P2WPKH */
  witnessV0(index: number, scriptCode: Buffer, amountSat: bigint, hashType: number): Buffer {
    const anyoneCanPay = (hashType & SIGHASH_ANYONECANPAY) !== 0;
    const base = hashType & 0x1f;
    const { version, inputs, locktime } = this.#transaction;
    const input = inputs[index]!;
    const writer = new ByteWriter(156 + compactSizeLength(scriptCode.length) + scriptCode.length);
    writer.i32le(version);
    writer.bytes(anyoneCanPay ? zeroHash : (this.#prevouts ??= this.#hashPrevouts()));
    writer.bytes(anyoneCanPay || base === SIGHASH_SINGLE || base === SIGHASH_NONE ? zeroHash : (this.#sequences ??= this.#hashSequences()));
    writer.id(input.txid).u32le(input.vout).varBytes(scriptCode).i64le(amountSat).u32le(input.sequence);
    writer.bytes(this.#hashOutputs(base, index));
    return hash256(
      writer
        .u32le(locktime)
        .i32le(hashType | 0)
        .finish(),
    );
  }

  #hashPrevouts(): Buffer {
    const { inputs } = this.#transaction;
    const writer = new ByteWriter(inputs.length * 36);
    for (const { txid, vout } of inputs) writer.id(txid).u32le(vout);
    return hash256(writer.finish());
  }

  #hashSequences(): Buffer {
    const { inputs } = this.#transaction;
    const writer = new ByteWriter(inputs.length * 4);
    for (const { sequence } of inputs) writer.u32le(sequence);
    return hash256(writer.finish());
  }

  #hashOutputs(base: number, index: number): Buffer {
    const { outputs } = this.#transaction;
    if (base === SIGHASH_NONE) return zeroHash;
    if (base !== SIGHASH_SINGLE) return (this.#outputs ??= hashOutputs(outputs));
    return index < outputs.length ? hashOutputs(outputs.slice(index, index + 1)) : zeroHash;
  }
}

function hashOutputs(outputs: TxParts['outputs']): Buffer {
  const writer = new ByteWriter(outputs.length * 34);
  for (const { valueSat, scriptPubKey } of outputs) writer.i64le(valueSat).varBytes(scriptPubKey);
  return hash256(writer.finish());
}

/** The rest after a truncated push is kept unchanged. */
function withoutCodeSeparators(script: Buffer): Buffer {
  if (!script.includes(op.OP_CODESEPARATOR)) return script;
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = 0; at < script.length;) {
    const end = endOfOp(script, at);
    if (end === undefined) break;
    if (script[at] === op.OP_CODESEPARATOR) {
      parts.push(script.subarray(from, at));
      from = end;
    }
    at = end;
  }
  return Buffer.concat([...parts, script.subarray(from)]);
}
