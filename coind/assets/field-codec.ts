import type { ByteReader } from '../primitives/byte-reader.ts';
import type { ByteWriter } from '../primitives/byte-writer.ts';
import { DeserializationError } from '../primitives/deserialization-error.ts';
import { readVarInt, writeVarInt } from '../primitives/var-int.ts';
import { compressAmount, decompressAmount } from './compressed-amount.ts';
import { ALL_UPDATE_FLAGS, type AssetFields, type AuxFees, type NotaryDetails, updateFlag } from './types.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function writeText(writer: ByteWriter, text: string): void {
  writer.varBytes(Buffer.from(text, 'utf8'));
}

/** Throws `DeserializationError` for bytes that are not UTF-8. */
export function readText(reader: ByteReader): string {
  const bytes = reader.varBytes();
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new DeserializationError('text is not UTF-8');
  }
}

/** An amount as a VARINT of its compressed form. */
export function writeAmount(writer: ByteWriter, amount: bigint): void {
  writer.bytes(writeVarInt(compressAmount(amount)));
}

export function readAmount(reader: ByteReader): bigint {
  return decompressAmount(readVarInt(reader));
}

/** Bytes of their own: those of a reader would keep a whole block in memory. */
export function readOwnBytes(reader: ByteReader): Buffer {
  return Buffer.from(reader.varBytes());
}

function readBool(reader: ByteReader): boolean {
  const byte = reader.u8();
  if (byte > 1) throw new DeserializationError(`expected 0 or 1, got ${byte}`);
  return byte === 1;
}

function writeOptional<T>(writer: ByteWriter, value: T | undefined, write: (value: T) => void): void {
  writer.u8(value === undefined ? 0 : 1);
  if (value !== undefined) write(value);
}

function readNotaryDetails(reader: ByteReader): NotaryDetails {
  return { endpoint: readText(reader), instantTransfers: readBool(reader), hdRequired: readBool(reader) };
}

function readAuxFees(reader: ByteReader): AuxFees {
  return {
    script: readOwnBytes(reader),
    levels: Array.from({ length: reader.compactSize() }, () => ({ bound: readAmount(reader), share: reader.u16le() })),
  };
}

/** A field of an asset: the bit that names it, and its encoding. */
interface FieldCodec<Name extends keyof AssetFields> {
  readonly bit: number;
  readonly name: Name;
  write(writer: ByteWriter, value: AssetFields[Name]): void;
  read(reader: ByteReader): AssetFields[Name];
}

const field = <Name extends keyof AssetFields>(codec: FieldCodec<Name>): FieldCodec<Name> => codec;

/** In the order of their bits. */
const fields = [
  field({ name: 'publicValue', bit: updateFlag.publicValue, write: writeText, read: readText }),
  field({
    name: 'contract',
    bit: updateFlag.contract,
    write: (writer, contract) => writer.varBytes(contract),
    read: readOwnBytes,
  }),
  field({ name: 'maxSupply', bit: updateFlag.supply, write: writeAmount, read: readAmount }),
  field({ name: 'notary', bit: updateFlag.notary, write: (writer, script) => writer.varBytes(script), read: readOwnBytes }),
  field({
    name: 'notaryDetails',
    bit: updateFlag.notaryDetails,
    write: (writer, details) =>
      writeOptional(writer, details, ({ endpoint, instantTransfers, hdRequired }) => {
        writeText(writer, endpoint);
        writer.u8(instantTransfers ? 1 : 0).u8(hdRequired ? 1 : 0);
      }),
    read: (reader) => (readBool(reader) ? readNotaryDetails(reader) : undefined),
  }),
  field({
    name: 'auxFees',
    bit: updateFlag.auxFees,
    write: (writer, fees) =>
      writeOptional(writer, fees, ({ script, levels }) => {
        writer.varBytes(script).compactSize(levels.length);
        for (const { bound, share } of levels) {
          writeAmount(writer, bound);
          writer.u16le(share);
        }
      }),
    read: (reader) => (readBool(reader) ? readAuxFees(reader) : undefined),
  }),
  field({ name: 'updateFlags', bit: updateFlag.flags, write: (writer, flags) => writer.u8(flags), read: (reader) => reader.u8() }),
] as const;

function writeField<Name extends keyof AssetFields>(
  writer: ByteWriter,
  { name, write }: FieldCodec<Name>,
  values: Partial<AssetFields>,
): void {
  write(writer, values[name] as AssetFields[Name]);
}

/** The bits of the fields that are present, even if undefined (removed notary details or fees). */
export function fieldBits(values: Partial<AssetFields>): number {
  return fields.reduce((bits, { name, bit }) => (name in values ? bits | bit : bits), 0);
}

/** Writes which fields are present, and these. */
export function writeFields(writer: ByteWriter, values: Partial<AssetFields>): void {
  writer.u8(fieldBits(values));
  for (const codec of fields) if (codec.name in values) writeField(writer, codec as FieldCodec<keyof AssetFields>, values);
}

export function readFields(reader: ByteReader): Partial<AssetFields> {
  const bits = reader.u8();
  if (bits > ALL_UPDATE_FLAGS) throw new DeserializationError(`unknown fields ${bits}`);
  return Object.fromEntries(fields.filter(({ bit }) => (bits & bit) !== 0).map(({ name, read }) => [name, read(reader)]));
}

export function readAllFields(reader: ByteReader): AssetFields {
  const values = readFields(reader);
  if (fieldBits(values) !== ALL_UPDATE_FLAGS) throw new DeserializationError('a field of the asset is missing');
  return values as AssetFields;
}
