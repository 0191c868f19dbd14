import type { Curve } from '../crypto/curve.ts';
import { messageHash } from '../crypto/keys.ts';
import type { ChainParams } from '../params.ts';
import type { ByteReader } from '../primitives/byte-reader.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import { DeserializationError } from '../primitives/deserialization-error.ts';
import { hash256 } from '../primitives/hash.ts';
import { toId } from '../primitives/ids.ts';
import { NULL_ID } from '../primitives/transaction.ts';
import type { Outpoint } from '../primitives/types.ts';
import { PROPOSAL_TYPE } from './proposal-data.ts';
import { readMembers, wholeNumber } from './read-data.ts';
import { TRIGGER_TYPE } from './trigger-data.ts';

/** What a governance object consists of, but for its signature and the payment of its fee. */
export interface ObjectContent {
  /** 64 zeros for a new object. */
  readonly parentHash: string;
  /** A signed 32-bit integer. */
  readonly revision: number;
  /** Epoch seconds. */
  readonly time: number;
  /** JSON. */
  readonly data: Buffer;
  /** The masternode that made a trigger; undefined for a proposal. */
  readonly maker: Outpoint | undefined;
}

export type ObjectType = 'proposal' | 'trigger' | 'other';

export interface GovernanceObject extends ObjectContent {
  readonly hash: string;
  readonly type: ObjectType;
  /** Of a proposal: the transaction that pays its fee. 64 zeros for a trigger. */
  readonly feeTxid: string;
  /** The maker's, recoverable; empty for a proposal. */
  readonly signature: Buffer;
}

const noMaker: Outpoint = { txid: NULL_ID, vout: 0xffffffff };
const MAX_SIGNATURE = 65;

/**
 * The hash of a governance object. It commits to all but the signature and the fee transaction: the latter commits to it.
 * As in nodes of this family, of which the hash of a trigger contains the signature too; a changed signature would then
 * make another trigger of it.
 */
export function objectHash({ parentHash, revision, time, data, maker = noMaker }: ObjectContent): string {
  const writer = new ByteWriter(160 + data.length * 2)
    .id(parentHash)
    .i32le(revision)
    .i64le(BigInt(time))
    .varBytes(Buffer.from(data.toString('hex')))
    .id(maker.txid)
    .u32le(maker.vout)
    .u8(0) // script and sequence of the maker as an input
    .u32le(0xffffffff)
    .u8(0); // no signature
  return toId(hash256(writer.finish()));
}

export function makeObject(content: ObjectContent, proof: { readonly feeTxid: string } | { readonly signature: Buffer }): GovernanceObject {
  return {
    ...content,
    hash: objectHash(content),
    type: typeOf(content.data),
    feeTxid: 'feeTxid' in proof ? proof.feeTxid : NULL_ID,
    signature: 'signature' in proof ? proof.signature : Buffer.alloc(0),
  };
}

/** The trigger, signed with the key of the masternode that makes it. */
export function signObject(content: ObjectContent, privateKey: Buffer, curve: Curve, params: ChainParams): GovernanceObject {
  return makeObject(content, { signature: curve.signRecoverable(messageHash(objectHash(content), params), privateKey, true) });
}

/** The public key that signed an object; undefined if the signature is invalid. */
export function signerOfObject({ hash, signature }: GovernanceObject, curve: Curve, params: ChainParams): Buffer | undefined {
  return curve.recover(messageHash(hash, params), signature);
}

export function encodeObject({ parentHash, revision, time, data, maker = noMaker, feeTxid, signature }: GovernanceObject): Buffer {
  return new ByteWriter(200 + data.length)
    .id(parentHash)
    .i32le(revision)
    .i64le(BigInt(time))
    .varBytes(data)
    .id(maker.txid)
    .u32le(maker.vout)
    .id(feeTxid)
    .varBytes(signature)
    .finish();
}

/** Throws `DeserializationError`, also for data above the maximum. */
export function readObject(reader: ByteReader, maxDataBytes: number): GovernanceObject {
  const parentHash = reader.id();
  const revision = reader.i32le();
  const time = readTime(reader);
  const data = reader.varBytes();
  if (data.length > maxDataBytes) throw new DeserializationError(`governance object with ${data.length} bytes of data`);
  const maker = { txid: reader.id(), vout: reader.u32le() };
  const feeTxid = reader.id();
  const signature = reader.varBytes();
  if (signature.length > MAX_SIGNATURE) throw new DeserializationError(`signature of ${signature.length} bytes`);
  const content = { parentHash, revision, time, data, maker: maker.txid === NULL_ID ? undefined : maker };
  return { ...makeObject(content, { feeTxid }), signature };
}

/** Epoch seconds that a number holds exactly. Throws `DeserializationError`. */
export function readTime(reader: ByteReader): number {
  const time = Number(reader.i64le());
  if (!Number.isSafeInteger(time)) throw new DeserializationError('time is out of range');
  return time;
}

function typeOf(data: Buffer): ObjectType {
  const type = wholeNumber(readMembers(data)?.type);
  return type === PROPOSAL_TYPE ? 'proposal' : type === TRIGGER_TYPE ? 'trigger' : 'other';
}
