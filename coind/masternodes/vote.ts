import type { Curve } from '../crypto/curve.ts';
import { ByteReader } from '../primitives/byte-reader.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import type { Outpoint } from '../primitives/types.ts';
import type { Codec } from '../state/types.ts';
import { readOutpoint, readSignature, signedHash, writeOutpoint } from './signing.ts';

/** Names the payee of a block. */
export interface Vote {
  readonly voter: Outpoint;
  readonly height: number;
  /** Output script of the winner. */
  readonly payeeScript: Buffer;
  /** By the operator of the voter. */
  readonly signature: Buffer;
}

export type UnsignedVote = Omit<Vote, 'signature'>;

function fieldsOf({ voter, height, payeeScript }: UnsignedVote): Buffer {
  return writeOutpoint(new ByteWriter(96), voter).u32le(height).varBytes(payeeScript).finish();
}

export const voteHash = (vote: UnsignedVote): Buffer => signedHash('vote', fieldsOf(vote));

/** @param operatorKey private key of the operator */
export function signVote(vote: UnsignedVote, operatorKey: Uint8Array, curve: Curve): Vote {
  return { ...vote, signature: curve.signRecoverable(voteHash(vote), operatorKey, true) };
}

export function encodeVote(vote: Vote): Buffer {
  return new ByteWriter(192).bytes(fieldsOf(vote)).varBytes(vote.signature).finish();
}

/** Throws `DeserializationError`. */
export function readVote(reader: ByteReader): Vote {
  const voter = readOutpoint(reader);
  return { voter, height: reader.u32le(), payeeScript: Buffer.from(reader.varBytes()), signature: readSignature(reader) };
}

/** The votes about one block. */
export const votesCodec: Codec<readonly Vote[]> = {
  encode(votes) {
    const writer = new ByteWriter().compactSize(votes.length);
    for (const vote of votes) writer.bytes(encodeVote(vote));
    return writer.finish();
  },
  decode(bytes) {
    const reader = new ByteReader(bytes);
    return Array.from({ length: reader.compactSize() }, () => readVote(reader));
  },
};
