import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { expect, test } from 'vitest';
import { curve } from '../crypto/testing/curve.ts';
import { ByteReader } from '../primitives/byte-reader.ts';
import { DeserializationError } from '../primitives/deserialization-error.ts';
import { regtest } from '../regtest.ts';
import { encodeObject, makeObject, objectHash, readObject, signerOfObject, signObject } from './governance-object.ts';
import { proposalContent } from './testing/proposals.ts';
import { voter } from './testing/fake-electorate.ts';
import { encodeVote, readVote, signerOfVote, signVote, voteMessage } from './vote.ts';

const masternode = voter('one');
const content = proposalContent();
const hash = objectHash(content);

/** A 32-byte little-endian hash, an integer of so many bytes, a string with its length: encoded manually. */
const reversed = (id: string): Buffer => Buffer.from(id, 'hex').reverse();
const integer = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, Math.min(bytes, 6));
  return buffer;
};
const doubleHash = (parts: readonly Buffer[]): string =>
  Buffer.from(sha256(sha256(Buffer.concat(parts))))
    .reverse()
    .toString('hex');

test('the hash of a proposal is that of its parent, revision, time, hex and no masternode', () => {
  const hex = Buffer.from(content.data.toString('hex'));
  const parts = [Buffer.alloc(32), integer(1, 4), integer(1_700_000_000, 8)];
  const length = Buffer.concat([Buffer.from([0xfd]), integer(hex.length, 2)]);
  const end = [Buffer.alloc(32), Buffer.from('ffffffff', 'hex'), Buffer.from([0]), Buffer.from('ffffffff', 'hex'), Buffer.from([0])];
  expect(hash).toBe(doubleHash([...parts, length, hex, ...end]));
});

test('the hash does not depend on the fee transaction, and depends on all else', () => {
  expect(makeObject(content, { feeTxid: 'aa'.repeat(32) }).hash).toBe(hash);
  const others = [
    { parentHash: '11'.repeat(32) },
    { revision: 2 },
    { time: 1 },
    { data: Buffer.from('{}') },
    { maker: masternode.outpoint },
  ];
  expect(new Set([hash, ...others.map((change) => objectHash({ ...content, ...change }))]).size).toBe(6);
});

test('an object is read as it was encoded', () => {
  const proposal = makeObject(content, { feeTxid: 'aa'.repeat(32) });
  const trigger = signObject(
    { ...content, data: Buffer.from('{"type":2}'), maker: masternode.outpoint },
    masternode.privateKey,
    curve,
    regtest,
  );
  expect([proposal.type, trigger.type]).toEqual(['proposal', 'trigger']);
  for (const object of [proposal, trigger]) expect(readObject(new ByteReader(encodeObject(object)), 16_384)).toEqual(object);
  expect(signerOfObject(trigger, curve, regtest)).toEqual(curve.publicKey(masternode.privateKey, true));
  expect(() => readObject(new ByteReader(encodeObject(proposal)), proposal.data.length - 1)).toThrow(DeserializationError);
  expect(() => readObject(new ByteReader(encodeObject(proposal).subarray(0, -1)), 16_384)).toThrow(DeserializationError);
});

test('a vote is signed as a message of outpoint, object, signal, outcome and time', () => {
  const vote = signVote(
    { outpoint: masternode.outpoint, objectHash: hash, signal: 'delete', outcome: 'no', time: 1_700_000_001 },
    masternode.privateKey,
    curve,
    regtest,
  );
  const message = `${masternode.outpoint.txid}-1|${hash}|3|2|1700000001`;
  expect(voteMessage(vote)).toBe(message);
  const signed = Buffer.concat([Buffer.from('\x15Coin Signed Message:\n'), integer(message.length, 1), Buffer.from(message)]);
  const digest = sha256(sha256(signed));
  expect(secp256k1.verify(vote.signature.subarray(1), digest, curve.publicKey(masternode.privateKey, true), { prehash: false })).toBe(true);
  expect(signerOfVote(vote, curve, regtest)).toEqual(curve.publicKey(masternode.privateKey, true));
  expect(signerOfVote({ ...vote, outcome: 'yes' }, curve, regtest)).not.toEqual(curve.publicKey(masternode.privateKey, true));
});

test('the hash of a vote is that of masternode, object, signal, outcome and time, and the vote is read as it was encoded', () => {
  const vote = signVote(
    { outpoint: masternode.outpoint, objectHash: hash, signal: 'delete', outcome: 'no', time: 1_700_000_001 },
    masternode.privateKey,
    curve,
    regtest,
  );
  const parts = [reversed(masternode.outpoint.txid), integer(1, 4), Buffer.from([0]), Buffer.from('ffffffff', 'hex'), reversed(hash)];
  expect(vote.hash).toBe(doubleHash([...parts, integer(3, 4), integer(2, 4), integer(1_700_000_001, 8)]));
  const bytes = encodeVote(vote);
  expect(readVote(new ByteReader(bytes))).toEqual(vote);
  const signal = Buffer.from(bytes);
  signal[68] = 4;
  expect(() => readVote(new ByteReader(signal))).toThrow('unknown signal or outcome of a vote');
});
