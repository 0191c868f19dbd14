import { createMPT, verifyMerkleProof } from '@ethereumjs/mpt';
import { RLP } from '@ethereumjs/rlp';
import { describe, expect, test } from 'vitest';
import { ExtBlock } from '../../fixtures/ext-chain/ext-block.ts';
import { ExtChain } from '../../fixtures/ext-chain/ext-chain.ts';
import { burnCallData } from '../../fixtures/ext-chain/burn-call.ts';
import { extTransactionId, signExtTransaction } from '../../fixtures/ext-chain/ext-transaction.ts';
import { MAX_BURN_BYTES, MAX_NODES_BYTES, provenBurn, type BurnProof } from './burn-proof.ts';
import { provenTransaction } from './trie-proof.ts';
import { proofFrom, provenBurnAmong, someBurn } from './testing/burns.ts';

const refusal = (reason: string): Error => expect.objectContaining({ name: 'ProofError', reason }) as Error;
const nodesOf = (proof: BurnProof): Uint8Array[] => (RLP.decode(proof.nodes) as Uint8Array[]).map((node) => RLP.encode(node));
const joined = (nodes: readonly Uint8Array[]): Buffer => Buffer.from(RLP.encode(nodes.map((node) => RLP.decode(node))));
const key = Buffer.alloc(32, 7);

/** The proof of the only transaction of a block. */
async function soleProof(transaction: Buffer): Promise<BurnProof> {
  return proofFrom(await (await ExtBlock.make(5, [transaction])).proofOf(extTransactionId(transaction)));
}

/** The proof of a call with other data than that of a burn. */
async function proofOfData(data: Uint8Array): Promise<BurnProof> {
  return soleProof(signExtTransaction({ type: 'legacy', nonce: 1, to: someBurn.contract, data }, key));
}

describe('a proof is accepted', () => {
  test.each(['legacy', 'access-list', 'dynamic-fee'] as const)('of a transaction of type %s', async (type) => {
    const proof = await provenBurnAmong(40, { type, assetGuid: 4_000_000_000 });
    expect(provenBurn(proof)).toEqual({
      id: extTransactionId(proof.transaction),
      contract: someBurn.contract,
      amount: someBurn.amount,
      assetGuid: 4_000_000_000,
      address: someBurn.address,
    });
  });

  test.each([1, 2, 16, 17, 127, 128, 129, 300])('of each transaction in a block of %d, as another implementation finds', async (count) => {
    const { block } = await new ExtChain({ seed: `block of ${count}` }).mine([], count);
    for (const transaction of block.transactions) {
      const proof = proofFrom(await block.proofOf(extTransactionId(transaction)));
      expect(provenTransaction(proof).equals(transaction)).toBe(true);
      const other = await verifyMerkleProof(proof.path, nodesOf(proof), { root: proof.root });
      expect(Buffer.from(other!).equals(transaction)).toBe(true);
    }
  });
});

describe('a proof is refused', () => {
  test('with another root', async () => {
    const proof = await provenBurnAmong(40);
    expect(() => provenBurn({ ...proof, root: Buffer.alloc(32, 1) })).toThrow(refusal('proof-root'));
  });

  test('with a transaction that another block has', async () => {
    const [proof, other] = [await provenBurnAmong(40), await provenBurnAmong(40, { amount: 1n })];
    expect(() => provenBurn({ ...proof, transaction: other.transaction })).toThrow(refusal('proof-transaction'));
  });

  test('with its last node missing', async () => {
    const proof = await provenBurnAmong(40);
    expect(() => provenBurn({ ...proof, nodes: joined(nodesOf(proof).slice(0, -1)) })).toThrow(refusal('proof-truncated'));
    expect(() => provenBurn({ ...proof, nodes: joined([]) })).toThrow(refusal('proof-truncated'));
  });

  test('with a node too many', async () => {
    const proof = await provenBurnAmong(40);
    const nodes = nodesOf(proof);
    expect(() => provenBurn({ ...proof, nodes: joined([...nodes, nodes[0]!]) })).toThrow(refusal('proof-excess'));
  });

  test('with a node of another proof', async () => {
    const [proof, other] = [await provenBurnAmong(40), await provenBurnAmong(40, {}, 'another chain')];
    const nodes = [...nodesOf(proof).slice(0, -1), nodesOf(other).at(-1)!];
    expect(() => provenBurn({ ...proof, nodes: joined(nodes) })).toThrow(refusal('proof-broken'));
  });

  test('whose path leads elsewhere', async () => {
    const block = await ExtBlock.make(1, [(await provenBurnAmong(1)).transaction, (await provenBurnAmong(2)).transaction]);
    const proof = proofFrom(await block.proofOf(extTransactionId(block.transactions[0]!)));
    expect(() => provenBurn({ ...proof, path: Buffer.from(RLP.encode(1)) })).toThrow(refusal('proof-broken'));
    expect(() => provenBurn({ ...proof, path: Buffer.from(RLP.encode(100)) })).toThrow(refusal('proof-absent'));
  });

  test.each([
    ['empty', ''],
    ['a list', 'c101'],
    ['with a leading zero', '820001'],
    ['too long', '8401020304'],
    ['not canonical', '8101'],
  ])('whose path is %s', async (_, hex) => {
    const proof = await provenBurnAmong(3);
    expect(() => provenBurn({ ...proof, path: Buffer.from(hex, 'hex') })).toThrow(refusal('proof-path'));
  });

  test('of the key of a trie that no block has', async () => {
    const trie = await createMPT();
    await trie.put(Buffer.from('81', 'hex'), Buffer.alloc(40, 1));
    const nodes = Buffer.from(RLP.encode([RLP.decode((await trie.database().get(trie.root()))!)]));
    const proof = { root: Buffer.from(trie.root()), path: Buffer.from('81', 'hex'), nodes };
    expect(() => provenTransaction(proof)).toThrow(refusal('proof-path'));
  });

  test('that is too large, before it is read', async () => {
    const proof = await provenBurnAmong(3);
    expect(() => provenBurn({ ...proof, transaction: Buffer.alloc(MAX_BURN_BYTES + 1) })).toThrow(refusal('proof-too-large'));
    expect(() => provenBurn({ ...proof, nodes: Buffer.alloc(MAX_NODES_BYTES + 1) })).toThrow(refusal('proof-too-large'));
  });

  test.each([
    ['an unknown type', '05c0'],
    ['no fields', 'c0'],
    ['bytes instead of fields', `02b9${(300).toString(16).padStart(4, '0')}${'00'.repeat(300)}`],
  ])('of bytes with %s', async (_, hex) => {
    // Shorter values are embedded in their node, and are no transactions.
    const proof = await soleProof(Buffer.from(hex, 'hex'));
    expect(() => provenBurn(proof)).toThrow(refusal('burn-malformed'));
  });

  test('of a transaction that makes a contract', async () => {
    const proof = await soleProof(signExtTransaction({ type: 'legacy', nonce: 1, to: '', data: Buffer.alloc(200) }, key));
    expect(() => provenBurn(proof)).toThrow(refusal('burn-malformed'));
  });

  test('of a call of another method', async () => {
    const data = burnCallData(someBurn);
    data[0]! ^= 1;
    const proof = await proofOfData(data);
    expect(() => provenBurn(proof)).toThrow(refusal('burn-method'));
    const short = await proofOfData(data.subarray(0, 3));
    expect(() => provenBurn(short)).toThrow(refusal('burn-method'));
  });

  const data = burnCallData(someBurn);
  const withWord = (index: number, value: bigint): Buffer => {
    const copy = Buffer.from(data);
    Buffer.from(value.toString(16).padStart(64, '0'), 'hex').copy(copy, 4 + 32 * index);
    return copy;
  };
  test.each([
    ['an amount of 0', withWord(0, 0n)],
    ['an amount beyond 63 bits', withWord(0, 2n ** 63n)],
    ['an asset beyond 32 bits', withWord(1, 2n ** 32n)],
    ['another offset', withWord(2, 128n)],
    ['an offset beyond the data', withWord(2, 2n ** 255n)],
    ['an address of no characters', withWord(3, 0n)],
    ['an address longer than the data', withWord(3, 65n)],
    ['a length of 256 bits', withWord(3, 2n ** 256n - 1n)],
    ['padding other than 0', Buffer.concat([data.subarray(0, -1), Buffer.from([1])])],
    ['bytes that follow', Buffer.concat([data, Buffer.alloc(32)])],
    ['less than four words', data.subarray(0, 100)],
    ['an address with a space', burnCallData({ ...someBurn, address: 'a b' })],
    ['an address with a control character', burnCallData({ ...someBurn, address: 'ab\0' })],
  ])('of a burn with %s', async (_, changed) => {
    const proof = await proofOfData(changed);
    expect(() => provenBurn(proof)).toThrow(refusal('burn-call-data'));
  });
});
