import type { ByteReader } from './byte-reader.ts';
import { ByteWriter, compactSizeLength } from './byte-writer.ts';
import { DeserializationError } from './deserialization-error.ts';
import { hash256 } from './hash.ts';
import { toId } from './ids.ts';
import type { Outpoint, Transaction, TxInput, TxOutput, TxParts } from './types.ts';

export const NULL_ID = '0'.repeat(64);

const noWitness: readonly Buffer[] = [];

/** The null outpoint of a coinbase input. */
export function isNullOutpoint(outpoint: Outpoint): boolean {
  return outpoint.vout === 0xffffffff && outpoint.txid === NULL_ID;
}

class LazyTransaction implements Transaction {
  readonly version: number;
  readonly inputs: readonly TxInput[];
  readonly outputs: readonly TxOutput[];
  readonly locktime: number;
  readonly hasWitness: boolean;
  readonly isCoinbase: boolean;
  #bytes: Buffer | undefined;
  #size: number;
  #strippedSize: number;
  #txid: string | undefined;
  #wtxid: string | undefined;

  /** @param bytes its serialisation, if it was read from bytes */
  constructor(parts: TxParts, bytes?: Buffer) {
    this.version = parts.version;
    this.inputs = parts.inputs;
    this.outputs = parts.outputs;
    this.locktime = parts.locktime;
    this.isCoinbase = parts.inputs.length === 1 && isNullOutpoint(parts.inputs[0]!);
    this.#strippedSize = strippedSizeOf(parts);
    let witnessSize = 0;
    let hasWitness = false;
    for (const { witness } of parts.inputs) {
      if (witness.length > 0) hasWitness = true;
      witnessSize += compactSizeLength(witness.length);
      for (const item of witness) witnessSize += compactSizeLength(item.length) + item.length;
    }
    this.hasWitness = hasWitness;
    this.#size = hasWitness ? this.#strippedSize + 2 + witnessSize : this.#strippedSize;
    this.#bytes = bytes;
  }

  get size(): number {
    return this.#size;
  }

  get strippedSize(): number {
    return this.#strippedSize;
  }

  get weight(): number {
    return this.#strippedSize * 3 + this.#size;
  }

  get vsize(): number {
    return Math.ceil(this.weight / 4);
  }

  get bytes(): Buffer {
    return (this.#bytes ??= serialize(this, this.hasWitness, this.#size));
  }

  get strippedBytes(): Buffer {
    // Not kept: rarely needed after the txid was computed.
    return this.hasWitness ? serialize(this, false, this.#strippedSize) : this.bytes;
  }

  get txid(): string {
    return (this.#txid ??= toId(hash256(this.strippedBytes)));
  }

  get wtxid(): string {
    if (!this.hasWitness) return this.txid;
    return (this.#wtxid ??= toId(hash256(this.bytes)));
  }
}

/** A transaction of these parts. Nothing is checked. */
export function makeTransaction(parts: TxParts): Transaction {
  return new LazyTransaction(parts);
}

/**
 * Reads one transaction, with a witness (BIP 144) or without; later bytes stay unread.
 * Without `allowWitness` (default true) a witness marker is read as an empty list of inputs.
 * Throws `DeserializationError`.
 */
export function readTransaction(reader: ByteReader, options: { readonly allowWitness?: boolean } = {}): Transaction {
  const start = reader.offset;
  const version = reader.i32le();
  let inputs = readInputs(reader);
  let outputs: TxOutput[] = [];
  let flags = 0;
  if (inputs.length === 0 && options.allowWitness !== false) {
    flags = reader.u8();
    if (flags !== 0) {
      inputs = readInputs(reader);
      outputs = readOutputs(reader);
    }
  } else {
    outputs = readOutputs(reader);
  }
  if ((flags & 1) !== 0) {
    flags ^= 1;
    let any = false;
    for (const input of inputs) {
      const count = reader.compactSize();
      if (count === 0) continue;
      any = true;
      const witness: Buffer[] = [];
      for (let i = 0; i < count; i++) witness.push(reader.varBytes());
      input.witness = witness;
    }
    if (!any) throw new DeserializationError('superfluous witness record');
  }
  if (flags !== 0) throw new DeserializationError('unknown transaction optional data');
  const locktime = reader.u32le();
  return new LazyTransaction({ version, inputs, outputs, locktime }, reader.since(start));
}

type ReadInput = { -readonly [K in keyof TxInput]: TxInput[K] };

function readInputs(reader: ByteReader): ReadInput[] {
  const count = reader.compactSize();
  const inputs: ReadInput[] = [];
  for (let i = 0; i < count; i++) {
    inputs.push({ txid: reader.id(), vout: reader.u32le(), scriptSig: reader.varBytes(), sequence: reader.u32le(), witness: noWitness });
  }
  return inputs;
}

function readOutputs(reader: ByteReader): TxOutput[] {
  const count = reader.compactSize();
  const outputs: TxOutput[] = [];
  for (let i = 0; i < count; i++) outputs.push({ valueSat: reader.i64le(), scriptPubKey: reader.varBytes() });
  return outputs;
}

function strippedSizeOf({ inputs, outputs }: TxParts): number {
  let size = 8 + compactSizeLength(inputs.length) + compactSizeLength(outputs.length);
  for (const { scriptSig } of inputs) size += 40 + compactSizeLength(scriptSig.length) + scriptSig.length;
  for (const { scriptPubKey } of outputs) size += 8 + compactSizeLength(scriptPubKey.length) + scriptPubKey.length;
  return size;
}

function serialize(parts: TxParts, withWitness: boolean, size: number): Buffer {
  const writer = new ByteWriter(size).i32le(parts.version);
  if (withWitness) writer.u8(0).u8(1);
  writer.compactSize(parts.inputs.length);
  for (const input of parts.inputs) writer.id(input.txid).u32le(input.vout).varBytes(input.scriptSig).u32le(input.sequence);
  writer.compactSize(parts.outputs.length);
  for (const output of parts.outputs) writer.i64le(output.valueSat).varBytes(output.scriptPubKey);
  if (withWitness) {
    for (const { witness } of parts.inputs) {
      writer.compactSize(witness.length);
      for (const item of witness) writer.varBytes(item);
    }
  }
  return writer.u32le(parts.locktime).finish();
}
