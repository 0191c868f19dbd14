import type { Curve } from '../crypto/curve.ts';
import { messageHash } from '../crypto/keys.ts';
import type { ChainParams } from '../params.ts';
import type { ByteReader } from '../primitives/byte-reader.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import { DeserializationError } from '../primitives/deserialization-error.ts';
import { hash256 } from '../primitives/hash.ts';
import { toId } from '../primitives/ids.ts';
import type { Outpoint } from '../primitives/types.ts';
import { readTime } from './governance-object.ts';

/** Document 3, Governance object and vote. Their numbers in messages are their places, from 1. */
const voteSignals = ['funding', 'valid', 'delete'] as const;
const voteOutcomes = ['yes', 'no', 'abstain'] as const;
export type VoteSignal = (typeof voteSignals)[number];
export type VoteOutcome = (typeof voteOutcomes)[number];

/** What a vote states. */
export interface VoteContent {
  /** Collateral of the masternode. */
  readonly outpoint: Outpoint;
  /** Hash of the object. */
  readonly objectHash: string;
  readonly signal: VoteSignal;
  readonly outcome: VoteOutcome;
  /** Epoch seconds. */
  readonly time: number;
}

export interface Vote extends VoteContent {
  readonly hash: string;
  /** Recoverable, by the key of the masternode. */
  readonly signature: Buffer;
}

const numberOf = <T>(values: readonly T[], value: T): number => values.indexOf(value) + 1;

/** Of all but the signature. */
function voteHash({ outpoint, objectHash, signal, outcome, time }: VoteContent): string {
  const writer = new ByteWriter(128)
    .id(outpoint.txid)
    .u32le(outpoint.vout)
    .u8(0) // script and sequence of the masternode as an input
    .u32le(0xffffffff)
    .id(objectHash)
    .u32le(numberOf(voteSignals, signal))
    .u32le(numberOf(voteOutcomes, outcome))
    .i64le(BigInt(time));
  return toId(hash256(writer.finish()));
}

/** An outpoint as text: txid and index. */
export const outpointText = ({ txid, vout }: Outpoint): string => `${txid}-${vout}`;

/**
 * The text that a masternode signs, as `signmessage` signs one: outpoint, object, signal, outcome and time, as in nodes of
 * this family; document 3 does not show it.
 */
export function voteMessage({ outpoint, objectHash, signal, outcome, time }: VoteContent): string {
  return [outpointText(outpoint), objectHash, numberOf(voteSignals, signal), numberOf(voteOutcomes, outcome), time].join('|');
}

export function makeVote(content: VoteContent, signature: Buffer): Vote {
  return { ...content, hash: voteHash(content), signature };
}

export function signVote(content: VoteContent, privateKey: Buffer, curve: Curve, params: ChainParams): Vote {
  return makeVote(content, curve.signRecoverable(messageHash(voteMessage(content), params), privateKey, true));
}

/** The public key that signed a vote; undefined if the signature is invalid. */
export function signerOfVote(vote: Vote, curve: Curve, params: ChainParams): Buffer | undefined {
  return curve.recover(messageHash(voteMessage(vote), params), vote.signature);
}

export function encodeVote({ outpoint, objectHash, signal, outcome, time, signature }: Vote): Buffer {
  return new ByteWriter(192)
    .id(outpoint.txid)
    .u32le(outpoint.vout)
    .id(objectHash)
    .u8(numberOf(voteSignals, signal))
    .u8(numberOf(voteOutcomes, outcome))
    .i64le(BigInt(time))
    .varBytes(signature)
    .finish();
}

const MAX_SIGNATURE = 65;

/** Throws `DeserializationError`. */
export function readVote(reader: ByteReader): Vote {
  const outpoint = { txid: reader.id(), vout: reader.u32le() };
  const objectHash = reader.id();
  const signal = voteSignals[reader.u8() - 1];
  const outcome = voteOutcomes[reader.u8() - 1];
  if (signal === undefined || outcome === undefined) throw new DeserializationError('unknown signal or outcome of a vote');
  const time = readTime(reader);
  const signature = reader.varBytes();
  if (signature.length > MAX_SIGNATURE) throw new DeserializationError(`signature of ${signature.length} bytes`);
  return makeVote({ outpoint, objectHash, signal, outcome, time }, signature);
}
