import { ByteReader } from '../primitives/byte-reader.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import type { Codec } from '../state/types.ts';
import { readAllFields, readText, writeFields, writeText } from './field-codec.ts';
import type { AssetRecord, AssetUndo } from './types.ts';

// Encodings of the records of assets on disk.

function writeRecord(writer: ByteWriter, record: AssetRecord): void {
  const { guid, txid, symbol, precision, owner, issued, totalSupply, ...fields } = record;
  writer.u32le(guid).id(txid).id(owner.txid).u32le(owner.vout);
  writeText(writer, symbol);
  writer.u8(precision).u64le(issued).u64le(totalSupply);
  writeFields(writer, fields);
}

function readRecord(reader: ByteReader): AssetRecord {
  return {
    guid: reader.u32le(),
    txid: reader.id(),
    owner: { txid: reader.id(), vout: reader.u32le() },
    symbol: readText(reader),
    precision: reader.u8(),
    issued: reader.u64le(),
    totalSupply: reader.u64le(),
    ...readAllFields(reader),
  };
}

export const recordCodec: Codec<AssetRecord> = {
  encode(record) {
    const writer = new ByteWriter();
    writeRecord(writer, record);
    return writer.finish();
  },
  decode: (bytes) => readRecord(new ByteReader(bytes)),
};

export const assetUndoCodec: Codec<AssetUndo> = {
  encode({ records, burns }) {
    const writer = new ByteWriter().compactSize(records.length);
    for (const [guid, before] of records) {
      writer.u32le(guid).u8(before === undefined ? 0 : 1);
      if (before !== undefined) writeRecord(writer, before);
    }
    writer.compactSize(burns.length);
    for (const burn of burns) writeText(writer, burn);
    return writer.finish();
  },
  decode(bytes) {
    const reader = new ByteReader(bytes);
    return {
      records: Array.from(
        { length: reader.compactSize() },
        () => [reader.u32le(), reader.u8() === 0 ? undefined : readRecord(reader)] as const,
      ),
      burns: Array.from({ length: reader.compactSize() }, () => readText(reader)),
    };
  },
};

/** Presence of a key. */
export const presentCodec: Codec<true> = { encode: () => Buffer.alloc(0), decode: () => true };
