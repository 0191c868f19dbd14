import { RLP } from '@ethereumjs/rlp';
import { keccak_256 } from '@noble/hashes/sha3.js';
import fc from 'fast-check';
import type { BurnProof } from '../burn-proof.ts';

const FIELDS = ['transaction', 'root', 'nodes', 'path'] as const;
type Field = (typeof FIELDS)[number];
export type Tree = Uint8Array | Tree[];

/** A change of bytes anywhere. */
export const byteChange = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: fc.nat(), bit: fc.nat(7) }),
  fc.record({ kind: fc.constant('delete' as const), at: fc.nat(), count: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(), bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }) }),
  fc.record({ kind: fc.constant('overwrite' as const), at: fc.nat(), bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }) }),
  fc.record({ kind: fc.constant('truncate' as const), at: fc.nat() }),
);
export type ByteChange = typeof byteChange extends fc.Arbitrary<infer T> ? T : never;

export function changeBytes(bytes: Buffer, change: ByteChange): Buffer {
  const at = change.at % (bytes.length + (change.kind === 'insert' ? 1 : 0));
  switch (change.kind) {
    case 'flip': {
      const copy = Buffer.from(bytes);
      copy[at]! ^= 1 << change.bit;
      return copy;
    }
    case 'delete':
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + change.count)]);
    case 'insert':
      return Buffer.concat([bytes.subarray(0, at), change.bytes, bytes.subarray(at)]);
    case 'overwrite':
      return Buffer.concat([bytes.subarray(0, at), change.bytes, bytes.subarray(at + change.bytes.length)]);
    case 'truncate':
      return bytes.subarray(0, at);
  }
}

/** A change that keeps the proof well-formed RLP: of its nodes, of their items, of the fields of its transaction. */
const treeChange = fc.record({
  kind: fc.constantFrom('drop', 'repeat', 'swap', 'wrap', 'replace', 'empty', 'flatten'),
  steps: fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }),
  other: fc.nat(20),
  bytes: fc.uint8Array({ maxLength: 40 }),
});
type TreeChange = typeof treeChange extends fc.Arbitrary<infer T> ? T : never;

function changeTree(tree: Tree, change: TreeChange, depth = 0): Tree {
  if (!Array.isArray(tree) || tree.length === 0) return change.bytes;
  const at = (change.steps[depth] ?? 0) % tree.length;
  const items = [...tree];
  const child = items[at]!;
  if (depth + 1 < change.steps.length && Array.isArray(child)) {
    items[at] = changeTree(child, change, depth + 1);
    return items;
  }
  const other = change.other % items.length;
  switch (change.kind) {
    case 'drop':
      return items.filter((_, index) => index !== at);
    case 'repeat':
      return [...items.slice(0, at), child, ...items.slice(at)];
    case 'swap':
      [items[at], items[other]] = [items[other]!, child];
      return items;
    case 'wrap':
      items[at] = [child];
      return items;
    case 'empty':
      items[at] = new Uint8Array();
      return items;
    case 'flatten':
      return [...items.slice(0, at), ...(Array.isArray(child) ? child : [child, child]), ...items.slice(at + 1)];
    default:
      items[at] = change.bytes;
      return items;
  }
}

/** A change of a proof: of bytes, of its structure, of whole fields, as a forger without or with recomputed hashes makes it. */
export const mutation = fc.oneof(
  { weight: 3, arbitrary: fc.array(fc.record({ field: fc.constantFrom(...FIELDS), change: byteChange }), { minLength: 1, maxLength: 3 }) },
  { weight: 3, arbitrary: fc.record({ nodes: treeChange, rehashed: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ transaction: treeChange, rehashed: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ field: fc.constantFrom(...FIELDS), from: fc.constantFrom(...FIELDS) }) },
  { weight: 1, arbitrary: fc.record({ field: fc.constantFrom(...FIELDS), bytes: fc.uint8Array({ maxLength: 600 }) }) },
);
export type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

export const treeOf = (bytes: Buffer): Tree => RLP.decode(bytes) as Tree;
export const bytesOf = (tree: Tree): Buffer => Buffer.from(RLP.encode(tree));

/**
 * Makes every parent name the hash that its changed child has, as a forger would: only the root then differs.
 * @param proof from which the nodes were changed
 */
export function rehash(nodes: Tree, proof: BurnProof): Tree {
  if (!Array.isArray(nodes)) return nodes;
  const original = treeOf(proof.nodes) as Tree[];
  const changed = [...nodes];
  for (let index = changed.length - 1; index > 0; index--) {
    const before = Buffer.from(keccak_256(RLP.encode(original[index] ?? [])));
    const parent = changed[index - 1]!;
    if (!Array.isArray(parent)) continue;
    changed[index - 1] = parent.map((item) =>
      !Array.isArray(item) && before.equals(item) ? keccak_256(RLP.encode(changed[index]!)) : item,
    );
  }
  return changed;
}

/** A proof with a change. It may be the proof itself: two changes can undo each other. */
export function mutated(proof: BurnProof, change: Mutation): BurnProof {
  if (Array.isArray(change))
    return change.reduce(
      (now, { field, change: bytes }) => ({ ...now, [field]: now[field].length === 0 ? now[field] : changeBytes(now[field], bytes) }),
      proof,
    );
  if ('nodes' in change) {
    const nodes = changeTree(treeOf(proof.nodes), change.nodes);
    return { ...proof, nodes: bytesOf(change.rehashed ? rehash(nodes, proof) : nodes) };
  }
  if ('transaction' in change) {
    const transaction = bytesOf(changeTree(treeOf(proof.transaction), change.transaction));
    if (!change.rehashed) return { ...proof, transaction };
    const nodes = treeOf(proof.nodes) as Tree[][];
    nodes.at(-1)![1] = transaction;
    return { ...proof, transaction, nodes: bytesOf(rehash(nodes, proof)) };
  }
  return { ...proof, [change.field]: 'from' in change ? proof[change.from] : Buffer.from(change.bytes) };
}

/** Whether two proofs have the same bytes. */
export const isSame = (a: BurnProof, b: BurnProof): boolean => FIELDS.every((field: Field) => a[field].equals(b[field]));
