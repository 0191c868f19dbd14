import { createMPTFromProof } from '@ethereumjs/mpt';
import { RLP } from '@ethereumjs/rlp';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { provenBurn, type BurnProof } from './burn-proof.ts';
import { ProofError } from './proof-error.ts';
import { provenBurnAmong } from './testing/burns.ts';

const FIELDS = ['transaction', 'root', 'nodes', 'path'] as const;
type Field = (typeof FIELDS)[number];
type Tree = Uint8Array | Tree[];

const MUTANTS = 5_000;

/** A change of bytes anywhere. */
const byteChange = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: fc.nat(), bit: fc.nat(7) }),
  fc.record({ kind: fc.constant('delete' as const), at: fc.nat(), count: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(), bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }) }),
  fc.record({ kind: fc.constant('overwrite' as const), at: fc.nat(), bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }) }),
  fc.record({ kind: fc.constant('truncate' as const), at: fc.nat() }),
);
type ByteChange = typeof byteChange extends fc.Arbitrary<infer T> ? T : never;

function changeBytes(bytes: Buffer, change: ByteChange): Buffer {
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

const mutation = fc.oneof(
  { weight: 3, arbitrary: fc.array(fc.record({ field: fc.constantFrom(...FIELDS), change: byteChange }), { minLength: 1, maxLength: 3 }) },
  { weight: 3, arbitrary: fc.record({ nodes: treeChange, rehashed: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ transaction: treeChange, rehashed: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ field: fc.constantFrom(...FIELDS), from: fc.constantFrom(...FIELDS) }) },
  { weight: 1, arbitrary: fc.record({ field: fc.constantFrom(...FIELDS), bytes: fc.uint8Array({ maxLength: 600 }) }) },
);
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

const treeOf = (bytes: Buffer): Tree => RLP.decode(bytes) as Tree;
const bytesOf = (tree: Tree): Buffer => Buffer.from(RLP.encode(tree));

/** Makes every parent name the hash that its changed child has, as a forger would: only the root then differs. */
function rehash(nodes: Tree): Tree {
  if (!Array.isArray(nodes)) return nodes;
  const original = treeOf(valid.nodes) as Tree[];
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

function mutated(proof: BurnProof, change: Mutation): BurnProof {
  if (Array.isArray(change))
    return change.reduce(
      (now, { field, change: bytes }) => ({ ...now, [field]: now[field].length === 0 ? now[field] : changeBytes(now[field], bytes) }),
      proof,
    );
  if ('nodes' in change) {
    const nodes = changeTree(treeOf(proof.nodes), change.nodes);
    return { ...proof, nodes: bytesOf(change.rehashed ? rehash(nodes) : nodes) };
  }
  if ('transaction' in change) {
    const transaction = bytesOf(changeTree(treeOf(proof.transaction), change.transaction));
    if (!change.rehashed) return { ...proof, transaction };
    const nodes = treeOf(proof.nodes) as Tree[][];
    nodes.at(-1)![1] = transaction;
    return { ...proof, transaction, nodes: bytesOf(rehash(nodes)) };
  }
  return { ...proof, [change.field]: 'from' in change ? proof[change.from] : Buffer.from(change.bytes) };
}

const same = (a: BurnProof, b: BurnProof): boolean => FIELDS.every((field: Field) => a[field].equals(b[field]));

const valid = await provenBurnAmong(60);
const burn = provenBurn(valid);

test(`of ${MUTANTS} mutated proofs only unchanged ones are accepted, and all others are refused by a reason`, () => {
  const reasons = new Map<string, number>();
  let unchanged = 0;
  fc.assert(
    fc.property(mutation, (change) => {
      const proof = mutated(valid, change);
      try {
        expect(provenBurn(proof)).toEqual(burn);
        expect(same(proof, valid)).toBe(true);
        unchanged += 1;
      } catch (error) {
        if (!(error instanceof ProofError)) throw error;
        expect(same(proof, valid)).toBe(false);
        expect(error.message.length).toBeLessThan(400);
        reasons.set(error.reason, (reasons.get(error.reason) ?? 0) + 1);
      }
    }),
    { numRuns: MUTANTS, seed: 20 },
  );
  // The mutants reach every check of the proof, and few are the proof itself.
  expect([...reasons.keys()].sort()).toEqual(
    expect.arrayContaining([
      'proof-absent',
      'proof-broken',
      'proof-excess',
      'proof-malformed',
      'proof-path',
      'proof-root',
      'proof-transaction',
      'proof-truncated',
    ]),
  );
  expect(unchanged).toBeLessThan(MUTANTS / 10);
});

test('a forged chain of hashes is refused by its root alone, and another implementation agrees', async () => {
  const nodes = treeOf(valid.nodes) as Tree[][];
  const forged = Buffer.from(valid.transaction);
  forged[forged.length - 1]! ^= 1;
  nodes.at(-1)![1] = forged;
  const rehashed = rehash(nodes) as Tree[];
  const proof = { ...valid, transaction: forged, nodes: bytesOf(rehashed) };
  expect(() => provenBurn(proof)).toThrow(expect.objectContaining({ reason: 'proof-root' }) as Error);
  const root = keccak_256(RLP.encode(rehashed[0]!));
  expect(provenBurn({ ...proof, root: Buffer.from(root) }).id).not.toBe(burn.id);
  const trie = await createMPTFromProof(rehashed.map((node) => RLP.encode(node)));
  expect(Buffer.from((await trie.get(valid.path))!).equals(forged)).toBe(true);
});
