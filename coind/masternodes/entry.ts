import { ByteReader } from '../primitives/byte-reader.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import type { Codec } from '../state/types.ts';
import { encodeBroadcast, readBroadcast, type Broadcast } from './broadcast.ts';

/** What is kept of an announced masternode. */
export interface Entry {
  /** With the latest ping. */
  readonly broadcast: Broadcast;
  /** Output script of the collateral. */
  readonly payeeScript: Buffer;
}

export const entryCodec: Codec<Entry> = {
  encode: ({ broadcast, payeeScript }) => new ByteWriter(512).bytes(encodeBroadcast(broadcast)).varBytes(payeeScript).finish(),
  decode(bytes) {
    const reader = new ByteReader(bytes);
    return { broadcast: readBroadcast(reader), payeeScript: reader.varBytes() };
  },
};
