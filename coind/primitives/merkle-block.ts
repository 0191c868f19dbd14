import { readHeader } from './block.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { hash256 } from './hash.ts';
import { fromId, toId } from './ids.ts';
import type { Block, BlockHeader } from './types.ts';

/** Maximum number of transactions in a block: their minimum size is 60 bytes, with weight 240. */
const maxTransactions = Math.floor(4_000_000 / (4 * 60));

export interface MerkleProof {
  readonly header: BlockHeader;
  /** Number of transactions in the block, according to the proof. */
  readonly txCount: number;
  readonly matches: readonly { readonly txid: string; readonly index: number }[];
}

/** A proof that a block contains transactions: its header and a partial merkle tree (BIP 37). */
export function makeProof(block: Block, txids: ReadonlySet<string>): Buffer {
  const leaves = block.transactions.map(({ txid }) => fromId(txid));
  const matched = block.transactions.map(({ txid }) => txids.has(txid));
  const bits: boolean[] = [];
  const hashes: Buffer[] = [];
  const count = leaves.length;

  const hashAt = (height: number, position: number): Buffer => {
    if (height === 0) return leaves[position]!;
    const left = hashAt(height - 1, position * 2);
    const right = position * 2 + 1 < width(count, height - 1) ? hashAt(height - 1, position * 2 + 1) : left;
    return hash256(Buffer.concat([left, right]));
  };
  const walk = (height: number, position: number): void => {
    const anyBelow = matched.slice(position << height, (position + 1) << height).includes(true);
    bits.push(anyBelow);
    if (height === 0 || !anyBelow) {
      hashes.push(hashAt(height, position));
      return;
    }
    walk(height - 1, position * 2);
    if (position * 2 + 1 < width(count, height - 1)) walk(height - 1, position * 2 + 1);
  };
  walk(treeHeight(count), 0);

  const writer = new ByteWriter().bytes(block.header.bytes).u32le(count).compactSize(hashes.length);
  for (const hash of hashes) writer.bytes(hash);
  return writer.varBytes(packBits(bits)).finish();
}

/**
 * The proven transactions; undefined if the proof does not lead to the merkle root of its header. The caller must check
 * that the header is in the chain and the number of transactions is right. Throws `DeserializationError` for invalid bytes.
 */
export function readProof(bytes: Buffer): MerkleProof | undefined {
  const reader = new ByteReader(bytes);
  const header = readHeader(reader);
  const txCount = reader.u32le();
  const hashes: Buffer[] = [];
  for (let left = reader.compactSize(); left > 0; left--) hashes.push(reader.bytes(32));
  const packed = reader.varBytes();
  const bitCount = packed.length * 8;
  if (txCount === 0 || txCount > maxTransactions || hashes.length > txCount || bitCount < hashes.length) return undefined;

  let bitsUsed = 0;
  let hashesUsed = 0;
  let bad = false;
  const matches: { txid: string; index: number }[] = [];
  const walk = (height: number, position: number): Buffer => {
    if (bitsUsed >= bitCount) {
      bad = true;
      return Buffer.alloc(32);
    }
    const parentOfMatch = ((packed[bitsUsed >> 3]! >> (bitsUsed & 7)) & 1) === 1;
    bitsUsed += 1;
    if (height === 0 || !parentOfMatch) {
      const hash = hashes[hashesUsed++];
      if (hash === undefined) {
        bad = true;
        return Buffer.alloc(32);
      }
      if (height === 0 && parentOfMatch) matches.push({ txid: toId(hash), index: position });
      return hash;
    }
    const left = walk(height - 1, position * 2);
    let right = left;
    if (position * 2 + 1 < width(txCount, height - 1)) {
      right = walk(height - 1, position * 2 + 1);
      if (right.equals(left)) bad = true; // a duplicated transaction, CVE-2012-2459
    }
    return hash256(Buffer.concat([left, right]));
  };
  const root = walk(treeHeight(txCount), 0);
  if (bad || (bitsUsed + 7) >> 3 !== packed.length || hashesUsed !== hashes.length) return undefined;
  return toId(root) === header.merkleRoot ? { header, txCount, matches } : undefined;
}

/** Number of nodes of the tree at a height above its leaves. */
function width(count: number, height: number): number {
  return Math.ceil(count / 2 ** height);
}

function treeHeight(count: number): number {
  let height = 0;
  while (width(count, height) > 1) height += 1;
  return height;
}

function packBits(bits: readonly boolean[]): Buffer {
  const packed = Buffer.alloc((bits.length + 7) >> 3);
  bits.forEach((bit, i) => {
    if (bit) packed[i >> 3]! |= 1 << (i & 7);
  });
  return packed;
}
