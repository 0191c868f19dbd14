import { describe, expect, test } from 'vitest';
import { afterHeader, expectedCommitment, merkleRoot, parseBlock, readHeader, statedCommitment, targetOf, workOf } from './block.ts';
import { ByteReader, Malformed, fromHex, hash256, joined, littleEndian, toHex } from './bytes.ts';
import { parseMerkleProof } from './merkle-proof.ts';
import { parseTransaction, txidOf } from './transaction.ts';
import {
  genesisBlock,
  genesisHash,
  laterHash,
  laterHeader,
  laterRoot,
  laterTxids,
  merkleProof,
  nativeP2wpkhSigned,
} from './testing/vectors.ts';

/** The bytes with one bit of byte `at` inverted. */
const flipped = (hex: string, at: number): Uint8Array => fromHex(hex).map((byte, index) => (index === at ? byte ^ 1 : byte));

describe('a block', () => {
  test('header and transactions of the first block', () => {
    const block = parseBlock(fromHex(genesisBlock));
    expect(block.header).toEqual({
      hash: genesisHash,
      version: 1,
      previous: '00'.repeat(32),
      time: 1231006505,
      bits: 0x1d00ffff,
      nonce: 2083236893,
      merkleRoot: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
    });
    expect(block.transactions.map(txidOf)).toEqual([block.header.merkleRoot]);
    expect([block.size, block.strippedSize]).toEqual([285, 285]);
  });

  test('inverting any bit of a header changes the hash', () => {
    const header = (bytes: Uint8Array) => readHeader(new ByteReader(bytes));
    expect(header(fromHex(laterHeader)).hash).toBe(laterHash);
    for (let at = 0; at < 80; at++) expect(header(flipped(laterHeader, at)).hash).not.toBe(laterHash);
  });

  test('the merkle root of four transactions, and of three, where the last counts twice', () => {
    expect(merkleRoot(laterTxids)).toBe(laterRoot);
    expect(merkleRoot([...laterTxids].reverse())).not.toBe(laterRoot);
    expect(merkleRoot(laterTxids.slice(0, 3))).toBe(merkleRoot([...laterTxids.slice(0, 3), laterTxids[2]]));
  });

  test('a block with missing or additional bytes is malformed', () => {
    expect(() => parseBlock(fromHex(`${genesisBlock}00`))).toThrow(Malformed);
    expect(() => parseBlock(fromHex(genesisBlock.slice(0, -2)))).toThrow(Malformed);
  });

  test('the proof of a merge-mined block is skipped', () => {
    const coinbase = genesisBlock.slice(162);
    const parentProof = `${coinbase}${'11'.repeat(32)}01${'22'.repeat(32)}0000000000${'00000000'}${'33'.repeat(80)}`;
    const block = parseBlock(fromHex(`${genesisBlock.slice(0, 160)}${parentProof}${genesisBlock.slice(160)}`));
    expect(block.header.hash).toBe(genesisHash);
    expect(block.transactions).toHaveLength(1);
    expect(block.size).toBe(285 + parentProof.length / 2);
  });

  test('target and work of the least difficulty, of a later one, and of a test chain', () => {
    expect(targetOf(0x1d00ffff)).toBe(0xffffn << 208n);
    expect(targetOf(0x01120000)).toBe(0x12n);
    expect(workOf(0x1d00ffff)).toBe(0x100010001n);
    expect(workOf(0x207fffff)).toBe(2n);
  });

  test('the commitment to the witnesses is found and follows each of them', () => {
    const spender = parseTransaction(nativeP2wpkhSigned);
    const withOutput = (commitment: Uint8Array, reserved = new Uint8Array(32)) => ({
      transactions: [
        {
          ...parseTransaction(genesisBlock.slice(162)),
          inputs: [{ txid: '00'.repeat(32), vout: 0xffffffff, scriptSig: new Uint8Array(), sequence: 0, witness: [reserved] }],
          outputs: [{ valueSat: 0n, script: joined(fromHex('6a24aa21a9ed'), commitment) }],
        },
        spender,
      ],
    });
    const empty = withOutput(new Uint8Array(32));
    const expected = expectedCommitment(empty) as Uint8Array;
    // Computed step by step: the root over zero and the wtxid, then hashed with the reserved value.
    const byHand = hash256(joined(hash256(joined(new Uint8Array(32), hash256(spender.bytes))), new Uint8Array(32)));
    expect(toHex(expected)).toBe(toHex(byHand));
    expect(statedCommitment(withOutput(expected))).toEqual(expected);
    expect(expectedCommitment(withOutput(expected, new Uint8Array(32).fill(1)))).not.toEqual(expected);
    expect(statedCommitment({ transactions: [spender] })).toBeUndefined();
  });
});

describe('a proof that a block holds a transaction (BIP 37)', () => {
  test('leads to the root of its header and names the transaction', () => {
    const { header, root, total, matched } = parseMerkleProof(fromHex(merkleProof));
    expect(root).toBe(header.merkleRoot);
    expect(total).toBe(7);
    expect(matched).toEqual(['652b0aa4cf4f17bdb31f7a1d308331bba91f3b3cbf8f39c9cb5e19d4015b9f01']);
  });

  test('a changed hash leads elsewhere', () => {
    for (const at of [90, 120, 150, 180]) {
      const { header, root } = parseMerkleProof(flipped(merkleProof, at));
      expect(root).not.toBe(header.merkleRoot);
    }
  });

  test.each([
    ['one hash missing', merkleProof.replace('07000000043612262624047ee87660be1a707519a443b1c1ce3d248cbfc6c15870f6c5daa2', '0700000003')],
    ['no transactions at all', `${laterHeader}000000000000`],
    ['too many flags', `${merkleProof.slice(0, -4)}021d00`],
    ['more hashes than transactions', merkleProof.replace('07000000', toHex(littleEndian(2, 4)))],
  ])('%s is malformed', (_, hex) => {
    expect(() => parseMerkleProof(fromHex(hex))).toThrow(Malformed);
  });

  test('the error about a malformed block is that of the ordinary form, not of the merge-mined form', () => {
    expect(() => afterHeader(fromHex(laterHeader), (reader) => reader.take(4))).toThrow('expected 4 more bytes after byte 80, got 0');
  });
});
