import { afterHeader, type BlockHeader } from './block.ts';
import { Malformed, hash256, idOf, joined } from './bytes.ts';

export interface MerkleProof {
  readonly header: BlockHeader;
  /** Number of transactions in the block. */
  readonly total: number;
  /** Of the partial tree, in the order of the proof. */
  readonly hashes: readonly Uint8Array[];
  /** Root that the proof leads to. */
  readonly root: string;
  /** Transactions that it proves, in their order in the block. */
  readonly matched: readonly string[];
}

/** BIP 37: a block header with a partial tree of its transactions. Throws `Malformed`. */
export function parseMerkleProof(bytes: Uint8Array): MerkleProof {
  const { header, rest } = afterHeader(bytes, (reader) => ({
    total: reader.uint(4),
    hashes: reader.list((from) => from.take(32)),
    flags: reader.withLength(),
  }));
  const { total, hashes, flags } = rest;
  if (total === 0 || hashes.length > total)
    throw new Malformed(`expected at most one hash per transaction, got ${hashes.length} hashes for ${total} transactions`);
  const width = (height: number): number => Math.ceil(total / 2 ** height);
  let bitsUsed = 0;
  let hashesUsed = 0;
  const matched: string[] = [];

  const nextBit = (): boolean => {
    const byte = flags[bitsUsed >> 3];
    if (byte === undefined) throw new Malformed('the proof has too few flags');
    return ((byte >> (bitsUsed++ & 7)) & 1) === 1;
  };
  const nextHash = (): Uint8Array => {
    const hash = hashes[hashesUsed++];
    if (!hash) throw new Malformed('the proof has too few hashes');
    return hash;
  };
  const walk = (height: number, position: number): Uint8Array => {
    const leadsToMatch = nextBit();
    if (height === 0 || !leadsToMatch) {
      const hash = nextHash();
      if (height === 0 && leadsToMatch) matched.push(idOf(hash));
      return hash;
    }
    const left = walk(height - 1, position * 2);
    if (position * 2 + 1 >= width(height - 1)) return hash256(joined(left, left));
    return hash256(joined(left, walk(height - 1, position * 2 + 1)));
  };

  let height = 0;
  while (width(height) > 1) height += 1;
  const root = idOf(walk(height, 0));
  if (hashesUsed !== hashes.length || Math.ceil(bitsUsed / 8) !== flags.length) throw new Malformed('the proof has unused hashes or flags');
  return { header, total, hashes, root, matched };
}
