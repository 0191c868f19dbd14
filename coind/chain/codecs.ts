import { readAmount, writeAmount } from '../assets/field-codec.ts';
import { ByteReader } from '../primitives/byte-reader.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import { readBlock, readKnownHeader } from '../primitives/block.ts';
import type { Block } from '../primitives/types.ts';
import type { Codec } from '../state/types.ts';
import type { BlockUndo, Coin } from './types.ts';
import type { BlockNode, BlockValidity } from './block-node.ts';

// Encodings of the chain's records on disk.

/** Signed integers up to 2^53. */
export const numberCodec: Codec<number> = {
  encode: (value) => Buffer.from(String(value), 'latin1'),
  decode: (bytes) => Number(bytes.toString('latin1')),
};

/** A hash as 32 bytes. */
export const hashCodec: Codec<string> = { encode: (hash) => Buffer.from(hash, 'hex'), decode: (bytes) => bytes.toString('hex') };

export const blockCodec: Codec<Block> = { encode: (block) => block.bytes, decode: (bytes) => readBlock(new ByteReader(bytes)) };

const validities: readonly BlockValidity[] = ['header', 'stored', 'valid', 'failed', 'failed-parent'];

export const nodeCodec: Codec<BlockNode> = {
  encode(node) {
    return new ByteWriter(160)
      .bytes(node.header.bytes)
      .u32le(node.height)
      .varBytes(Buffer.from(node.chainWork.toString(16), 'latin1'))
      .u32le(node.medianTime)
      .u8(validities.indexOf(node.validity))
      .compactSize(node.txCount)
      .u64le(BigInt(node.chainTxCount))
      .u32le(node.size)
      .u8((node.hasData ? 1 : 0) | (node.hasUndo ? 2 : 0))
      .u64le(BigInt(node.sequence))
      .finish();
  },
  /** @param hash the key */
  decode(bytes, hash) {
    const reader = new ByteReader(bytes);
    const header = readKnownHeader(reader, hash);
    const height = reader.u32le();
    const chainWork = BigInt(`0x${reader.varBytes().toString('latin1')}`);
    const medianTime = reader.u32le();
    const validity = validities[reader.u8()]!;
    const txCount = reader.compactSize();
    const chainTxCount = Number(reader.u64le());
    const size = reader.u32le();
    const held = reader.u8();
    const sequence = Number(reader.u64le());
    return {
      hash,
      header,
      height,
      chainWork,
      medianTime,
      validity,
      txCount,
      chainTxCount,
      size,
      hasData: (held & 1) !== 0,
      hasUndo: (held & 2) !== 0,
      sequence,
    };
  },
};

/** Maximum size of an encoded count, or of the length of a script, bytes. */
const COUNT_SIZE = 5;
const sizeOf = ({ scriptPubKey }: Coin): number => 12 + COUNT_SIZE + scriptPubKey.length;
/** Bit in the code of a coin that carries an asset: above all heights. */
const CARRIES_ASSET = 0x8000_0000;

function writeCoin(writer: ByteWriter, { valueSat, scriptPubKey, height, coinbase, asset }: Coin): void {
  writer
    .u32le(height * 2 + (coinbase ? 1 : 0) + (asset === undefined ? 0 : CARRIES_ASSET))
    .i64le(valueSat)
    .varBytes(scriptPubKey);
  if (asset === undefined) return;
  writer.u32le(asset.guid);
  writeAmount(writer, asset.amount);
}

function readCoin(reader: ByteReader): Coin {
  const code = reader.u32le();
  const valueSat = reader.i64le();
  const scriptPubKey = reader.varBytes();
  const height = (code & 0x7fff_ffff) >>> 1;
  const coinbase = (code & 1) !== 0;
  if (code < CARRIES_ASSET) return { valueSat, scriptPubKey, height, coinbase };
  return { valueSat, scriptPubKey, height, coinbase, asset: { guid: reader.u32le(), amount: readAmount(reader) } };
}

export const coinCodec: Codec<Coin> = {
  encode(coin) {
    const writer = new ByteWriter(sizeOf(coin));
    writeCoin(writer, coin);
    return writer.finish();
  },
  decode: (bytes) => readCoin(new ByteReader(bytes)),
};

/** Unspent outputs of one transaction, by output index, which earlier versions kept together. Only read. */
export const txCoinsCodec: Codec<readonly (Coin | undefined)[]> = {
  encode: () => {
    throw new Error('coins are written one by one');
  },
  decode(bytes) {
    const reader = new ByteReader(bytes);
    return Array.from({ length: reader.compactSize() }, () => (reader.u8() === 0 ? undefined : readCoin(reader)));
  },
};

export const undoCodec: Codec<BlockUndo> = {
  encode(undo) {
    let size = COUNT_SIZE;
    for (const coins of undo) {
      size += COUNT_SIZE;
      for (const coin of coins) size += sizeOf(coin);
    }
    const writer = new ByteWriter(size).compactSize(undo.length);
    for (const coins of undo) {
      writer.compactSize(coins.length);
      for (const coin of coins) writeCoin(writer, coin);
    }
    return writer.finish();
  },
  decode(bytes) {
    const reader = new ByteReader(bytes);
    return Array.from({ length: reader.compactSize() }, () => Array.from({ length: reader.compactSize() }, () => readCoin(reader)));
  },
};
