import { readBlock } from '../../primitives/block.ts';
import { ByteReader } from '../../primitives/byte-reader.ts';
import { DeserializationError } from '../../primitives/deserialization-error.ts';
import type { Block } from '../../primitives/types.ts';
import { RpcCode, RpcError } from '../errors.ts';
import { isHex } from './hashes.ts';

/** Decodes a block from hex. Throws `RpcError` -22 for an invalid one. */
export function serializedBlockFrom(hex: string): Block {
  if (!isHex(hex)) throw new RpcError(RpcCode.deserialization, 'Block decode failed');
  let block: Block;
  try {
    block = readBlock(new ByteReader(Buffer.from(hex, 'hex')));
  } catch (error) {
    if (!(error instanceof DeserializationError)) throw error;
    throw new RpcError(RpcCode.deserialization, 'Block decode failed');
  }
  if (block.transactions[0]?.isCoinbase !== true) throw new RpcError(RpcCode.deserialization, 'Block does not start with a coinbase');
  return block;
}
