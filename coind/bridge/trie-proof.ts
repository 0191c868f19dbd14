import { keccak_256 } from '@noble/hashes/sha3.js';
import { ProofError } from './proof-error.ts';
import { decodeRlp, type RlpItem, type RlpList } from './rlp.ts';
import { nibblesOfKey, readShortcut } from './trie-path.ts';

/** Children of a branch; its last item is a value, which the trie of a block never has: no key begins with another. */
const BRANCH_CHILDREN = 16;
const HASH_BYTES = 32;

export interface TrieProof {
  /** 32 bytes. */
  readonly root: Buffer;
  /** RLP encoding of the index of the transaction in its block. */
  readonly path: Buffer;
  /** RLP list of the nodes from the root to the transaction, each as a list. */
  readonly nodes: Buffer;
}

/**
 * The transaction that a Merkle-Patricia proof shows to be in a block: its serialisation. Each node must have the hash
 * that its parent names, the first that of the root, and no node may follow the transaction.
 * Throws ProofError with a reason for each fault. The time is linear in the size of the proof.
 */
export function provenTransaction({ root, path, nodes }: TrieProof): Buffer {
  if (root.length !== HASH_BYTES) throw new ProofError('proof-root', `the root has ${root.length} bytes, not ${HASH_BYTES}`);
  const list = decodeRlp(nodes, 'proof-malformed', 'the proof');
  if (list.kind === 'bytes') throw new ProofError('proof-malformed', 'the proof is not a list of nodes');
  const key = nibblesOfKey(path);
  let expected = root;
  let position = 0;
  for (const [index, node] of list.items.entries()) {
    if (node.kind === 'bytes') throw new ProofError('proof-malformed', `node ${index} of the proof is not a list`);
    if (!expected.equals(keccak256(node.raw)))
      throw index === 0
        ? new ProofError('proof-root', `the first node of the proof does not have the hash ${root.toString('hex')}, which is the root`)
        : new ProofError('proof-broken', `node ${index} of the proof does not have the hash that node ${index - 1} names`);
    const step = stepOf(node, key, position);
    if ('value' in step) {
      if (index + 1 < list.items.length) throw new ProofError('proof-excess', `nodes follow the transaction, which node ${index} holds`);
      return step.value;
    }
    expected = step.next;
    position = step.position;
  }
  throw new ProofError('proof-truncated', `the proof ends after ${list.items.length} nodes, before the transaction`);
}

/** @returns 32 bytes */
export function keccak256(bytes: Uint8Array): Buffer {
  return Buffer.from(keccak_256(bytes));
}

type Step = { readonly value: Buffer } | { readonly next: Buffer; readonly position: number };

/** Where a node leads from a position in the key. */
function stepOf(node: RlpList, key: readonly number[], position: number): Step {
  const { items } = node;
  if (items.length === BRANCH_CHILDREN + 1) {
    const digit = key[position];
    if (digit === undefined) throw new ProofError('proof-absent', 'the path ends at a branch of the trie');
    return { next: hashOf(items[digit]!), position: position + 1 };
  }
  if (items.length !== 2) throw new ProofError('proof-malformed', `a node of the proof has ${items.length} items, not 2 or 17`);
  const { nibbles, isLeaf } = readShortcut(bytesOf(items[0]!));
  if (!isLeaf && nibbles.length === 0) throw new ProofError('proof-malformed', 'an extension node of the proof has no digits');
  const end = position + nibbles.length;
  if (nibbles.some((nibble, at) => key[position + at] !== nibble)) throw absent();
  if (!isLeaf) return { next: hashOf(items[1]!), position: end };
  if (end !== key.length) throw absent();
  return { value: bytesOf(items[1]!) };
}

const absent = (): ProofError => new ProofError('proof-absent', 'the proof shows that the block has no transaction at the path');

/** The hash of a child. A child is embedded if it is shorter than a hash, which no transaction is. */
function hashOf(child: RlpItem): Buffer {
  const bytes = bytesOf(child);
  if (bytes.length === 0) throw absent();
  if (bytes.length !== HASH_BYTES) throw new ProofError('proof-malformed', `a node names a child of ${bytes.length} bytes, not 32`);
  return bytes;
}

function bytesOf(item: RlpItem): Buffer {
  if (item.kind === 'list') throw new ProofError('proof-malformed', 'a node of the proof has a list where bytes are expected');
  return item.bytes;
}
