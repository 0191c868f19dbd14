import { RLP } from '@ethereumjs/rlp';
import { keccak_256 } from '@noble/hashes/sha3.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dataOutputOf } from '../assets/data-output.ts';
import { encodePayload } from '../assets/payload-codec.ts';
import { carry, type Frame } from '../assets/testing/asset-transactions.ts';
import { COIN_GUID, serviceVersion, type MintProof, type PayloadOf } from '../assets/types.ts';
import type { BurnProof } from '../bridge/burn-proof.ts';
import { provenBurnAmong, someBurn } from '../bridge/testing/burns.ts';
import { byteChange, bytesOf, changeBytes, isSame, mutated, mutation, rehash, treeOf, type Tree } from '../bridge/testing/mutations.ts';
import { buildBlock, coinbaseOutpoint, createTestChain, reasonOf } from '../chain/testing/test-chain.ts';
import { makeTransaction } from '../primitives/transaction.ts';
import type { Transaction } from '../primitives/types.ts';
import { regtest } from '../regtest.ts';
import { addressOf } from '../script/addresses.ts';
import { op } from '../script/opcodes.ts';
import { pushData } from '../script/script.ts';
import { p2wpkh } from '../script/standard.ts';
import { createState } from '../state/state.ts';
import { createExtChain } from './ext-chain.ts';
import { createMintVerifier } from './mint-verifier.ts';

const BLOCK = 77;
/** Mints of the tests spend the first coins of the chain, so that two in one block differ. */
const COINS = 30;
const MUTANTS = 1_000;
const { amount } = someBurn;
const script = p2wpkh(Buffer.alloc(20, 5));

const valid = await provenBurnAmong(30, {
  contract: regtest.bridgeContract.toString('hex'),
  address: addressOf(script, regtest)!,
});
const extChain = createExtChain(createState({}));
extChain.setHeaders([{ number: BLOCK, root: valid.root }]);
const { chain, mine } = createTestChain({ mints: createMintVerifier({ extChain, params: regtest }) });
mine(100 + COINS);

type MintPayload = PayloadOf<typeof serviceVersion.mintByProof>;
let mints = 0;

const payloadOf = (proof: BurnProof, changed: Partial<MintProof> = {}, minted = amount): MintPayload => ({
  version: serviceVersion.mintByProof,
  allocations: [{ guid: COIN_GUID, outputs: [{ n: 0, amount: minted }] }],
  proof: {
    blockNumber: BLOCK,
    transaction: proof.transaction,
    txRoot: proof.root,
    merkleProof: proof.nodes,
    merklePath: proof.path,
    witness: Buffer.alloc(0),
    ...changed,
  },
});

function frame(receiver = script, minted = amount): Frame {
  mints += 1;
  return { inputs: [coinbaseOutpoint(chain, 1 + (mints % COINS))], script: receiver, valuesSat: [minted] };
}

/** A mint of the coin. */
const mint = (proof: BurnProof, changed?: Partial<MintProof>): Transaction => carry(payloadOf(proof, changed), frame());

/** What becomes of a block with these transactions: the reason if it is invalid. */
const offer = (...transactions: Transaction[]): string | undefined =>
  reasonOf(chain.acceptBlock(buildBlock({ parent: chain.tip, transactions })));

const undoTip = (): void => chain.invalidate(chain.tip.hash);

/** Changes the last byte. */
const flipped = (bytes: Buffer): Buffer => Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])]);

/** The proof of a burn that never was, with hashes and a root that fit. */
function forged(): BurnProof {
  const nodes = treeOf(valid.nodes) as Tree[][];
  const transaction = flipped(valid.transaction);
  nodes.at(-1)![1] = transaction;
  const rehashed = rehash(nodes, valid) as Tree[];
  return { ...valid, transaction, nodes: bytesOf(rehashed), root: Buffer.from(keccak_256(RLP.encode(rehashed[0]!))) };
}

describe('a block is invalid with a mint', () => {
  test.each<[string, string, () => Transaction[]]>([
    ['of another transaction', 'bad-mint-proof-transaction', () => [mint({ ...valid, transaction: flipped(valid.transaction) })]],
    ['with a changed proof', 'bad-mint-proof-broken', () => [mint({ ...valid, nodes: flipped(valid.nodes) })]],
    ['with a forged burn and proof', 'bad-mint-root', () => [mint(forged())]],
    ['with bytes missing', 'bad-mint-proof-malformed', () => [mint({ ...valid, nodes: valid.nodes.subarray(0, -1) })]],
    [
      'with a node missing',
      'bad-mint-proof-truncated',
      () => [mint({ ...valid, nodes: bytesOf((treeOf(valid.nodes) as Tree[]).slice(0, -1)) })],
    ],
    ['with another root', 'bad-mint-proof-root', () => [mint({ ...valid, root: Buffer.alloc(32, 1) })]],
    ['with a path that is none', 'bad-mint-proof-path', () => [mint({ ...valid, path: Buffer.from([0]) })]],
    ['of another amount', 'bad-mint-amount', () => [carry(payloadOf(valid, {}, amount + 1n), frame(script, amount + 1n))]],
    ['for another receiver', 'bad-mint-address', () => [carry(payloadOf(valid), frame(Buffer.from([0x51])))]],
    ['of one burn twice', 'bad-mint-duplicate', () => [mint(valid), mint(valid)]],
  ])('%s', (_, reason, transactions) => {
    const before = [chain.tip.hash, chain.coinCount];
    expect(offer(...transactions())).toBe(reason);
    expect([chain.tip.hash, chain.coinCount]).toEqual(before);
  });

  test('of a burn that an earlier block minted, until that block leaves the chain', () => {
    expect(offer(mint(valid))).toBeUndefined();
    expect(offer(mint(valid))).toBe('bad-mint-duplicate');
    expect(offer(mint(valid, { blockNumber: BLOCK + 1 }))).toBe('bad-mint-duplicate');
    undoTip();
    expect(offer(mint(valid))).toBeUndefined();
    undoTip();
  });
});

/** Offers a changed mint in a block, and returns the reason for its refusal. It is valid only if it proves the same. */
function refusalOf(transaction: Transaction): string {
  const reason = offer(transaction);
  if (reason !== undefined) return reason;
  const { payload } = dataOutputOf(transaction)!;
  const { proof, allocations } = payload as MintPayload;
  const { transaction: burn, txRoot: root, merkleProof: nodes, merklePath: path } = proof;
  expect(isSame({ transaction: burn, root, nodes, path }, valid)).toBe(true);
  expect(allocations).toEqual(payloadOf(valid).allocations);
  undoTip();
  return 'valid';
}

test(`of ${MUTANTS} mutants of a mint no block accepts one that proves something else, and the chain is as before`, () => {
  const before = [chain.tip.hash, chain.coinCount];
  const reasons = new Map<string, number>();
  const count = (reason: string): void => void reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const data = encodePayload(payloadOf(valid));
  const kinds = fc.oneof(
    { weight: 3, arbitrary: fc.record({ proof: mutation }) },
    { weight: 2, arbitrary: fc.record({ data: fc.array(byteChange, { minLength: 1, maxLength: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ amount: fc.bigInt({ min: 0n, max: 2n * amount }) }) },
  );
  fc.assert(
    fc.property(kinds, (change) => {
      if ('proof' in change) return count(refusalOf(mint(mutated(valid, change.proof))));
      if ('amount' in change) return count(refusalOf(carry(payloadOf(valid, {}, change.amount), frame(script, change.amount))));
      const bytes = change.data.reduce((now, edit) => (now.length === 0 ? now : changeBytes(now, edit)), data);
      const { outputs, ...rest } = mint(valid);
      const output = { valueSat: 0n, scriptPubKey: Buffer.concat([Buffer.from([op.OP_RETURN]), pushData(bytes)]) };
      count(refusalOf(makeTransaction({ ...rest, outputs: [outputs[0]!, output] })));
    }),
    { numRuns: MUTANTS, seed: 21 },
  );
  expect([chain.tip.hash, chain.coinCount]).toEqual(before);
  expect([...reasons.keys()].sort()).toEqual(
    expect.arrayContaining(['bad-mint-amount', 'bad-mint-proof-broken', 'bad-mint-proof-root', 'bad-mint-proof-truncated']),
  );
  expect(reasons.get('valid') ?? 0).toBeLessThan(MUTANTS / 10);
});
