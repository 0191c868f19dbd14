import { createMPTFromProof } from '@ethereumjs/mpt';
import { RLP } from '@ethereumjs/rlp';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { provenBurn } from './burn-proof.ts';
import { ProofError } from './proof-error.ts';
import { provenBurnAmong } from './testing/burns.ts';
import { bytesOf, isSame, mutated, mutation, rehash, treeOf, type Tree } from './testing/mutations.ts';

const MUTANTS = 5_000;

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
        expect(isSame(proof, valid)).toBe(true);
        unchanged += 1;
      } catch (error) {
        if (!(error instanceof ProofError)) throw error;
        expect(isSame(proof, valid)).toBe(false);
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
  const rehashed = rehash(nodes, valid) as Tree[];
  const proof = { ...valid, transaction: forged, nodes: bytesOf(rehashed) };
  expect(() => provenBurn(proof)).toThrow(expect.objectContaining({ reason: 'proof-root' }) as Error);
  const root = keccak_256(RLP.encode(rehashed[0]!));
  expect(provenBurn({ ...proof, root: Buffer.from(root) }).id).not.toBe(burn.id);
  const trie = await createMPTFromProof(rehashed.map((node) => RLP.encode(node)));
  expect(Buffer.from((await trie.get(valid.path))!).equals(forged)).toBe(true);
});
