import { ProofError } from './proof-error.ts';
import { decodeRlp } from './rlp.ts';

/** An index is below 2^24: a block has fewer transactions. */
const MAX_INDEX_BYTES = 3;

/**
 * The hexadecimal digits of the key of a transaction in the trie of its block: the RLP encoding of its index.
 * Throws ProofError `proof-path` for other bytes.
 */
export function nibblesOfKey(key: Buffer): number[] {
  const index = decodeRlp(key, 'proof-path', 'the path');
  if (index.kind === 'list' || index.bytes[0] === 0 || index.bytes.length > MAX_INDEX_BYTES)
    throw new ProofError('proof-path', `the path is not the RLP encoding of an index of at most ${MAX_INDEX_BYTES} bytes`);
  return nibblesOf(key);
}

/** Digits of a node that shortens a path, by its hex-prefix encoding. */
export interface Shortcut {
  readonly nibbles: readonly number[];
  /** The node holds the value, not another node. */
  readonly isLeaf: boolean;
}

/** Decodes the hex-prefix encoding: flags, then the digits. Throws ProofError `proof-malformed`. */
export function readShortcut(encoded: Buffer): Shortcut {
  const [flags, ...rest] = nibblesOf(encoded);
  if (flags === undefined || flags > 3) throw new ProofError('proof-malformed', 'a node of the proof has no valid hex-prefix encoding');
  const isLeaf = flags >= 2;
  if (flags % 2 === 1) return { nibbles: rest, isLeaf };
  if (rest[0] !== 0) throw new ProofError('proof-malformed', 'the hex-prefix encoding of a node is not padded with 0');
  return { nibbles: rest.slice(1), isLeaf };
}

const nibblesOf = (bytes: Buffer): number[] => Array.from(bytes).flatMap((byte) => [byte >> 4, byte & 15]);
