import { ProofError } from './proof-error.ts';
import { decodeRlp } from './rlp.ts';

/** Most bytes of a key: a prefix, and an index below 2^24. A block has fewer transactions. */
const MAX_KEY_BYTES = 4;

/**
 * The hexadecimal digits of the key of a transaction in the trie of its block: the RLP encoding of its index.
 * Throws ProofError `proof-path` for other bytes.
 */
export function nibblesOfKey(key: Buffer): number[] {
  if (key.length === 0 || key.length > MAX_KEY_BYTES)
    throw new ProofError('proof-path', `the path has ${key.length} bytes, not 1 to ${MAX_KEY_BYTES}`);
  const index = decodeRlp(key, 'proof-path', 'the path');
  if (index.kind === 'list' || index.bytes[0] === 0) throw new ProofError('proof-path', 'the path is not the RLP encoding of an index');
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
