import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { compactSize, fromHex, hash256, joined, littleEndian, Malformed, toHex } from '../../../oracles/bytes.ts';
import { HEADER_BYTES } from '../../../oracles/block.ts';
import { parseMerkleProof } from '../../../oracles/merkle-proof.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';
import { payWithFee } from '../support/fees.ts';
import { whileInvalidated } from '../../support/invalidated-block.ts';

/** Offset of the nonce in a block header. */
const NONCE_AT = 76;

/** Checks that a proof is refused after its block has left the best chain. */
async function refusedOffChain(t: Trial): Promise<void> {
  const [blockhash = ''] = await t.world.mine(1);
  const [coinbase] = (await t.world.result('getblock', { blockhash })).tx;
  if (coinbase === undefined) throw t.world.unfit('getblock', 'getblock returned a block without a coinbase transaction');
  const proof = await t.world.result('gettxoutproof', { txids: [coinbase], blockhash });
  t.equal(await t.result('verifytxoutproof', { proof }), [coinbase], 'the result while the block is in the best chain');
  await whileInvalidated(t, blockhash, () => t.refused('verifytxoutproof', { proof }, 'the block of the proof is not in the best chain'));
}

/** Two transactions in one block, and the block. */
async function twoInOneBlock(t: Trial): Promise<{ txids: [string, string]; blockhash: string }> {
  // Getting a coin may mine a block between the transactions, so all coins come first.
  const [first, second, third] = [await t.world.fresh('spendable'), await t.world.fresh('spendable'), await t.world.fresh('spendable')];
  const feeSat = await feeFor(t.world);
  const txids: [string, string] = [await payWithFee(t, feeSat, first), await payWithFee(t, feeSat + 1_000n, second)];
  await payWithFee(t, feeSat + 2_000n, third); // so that the proof has a transaction to leave out
  const [blockhash = ''] = await t.world.mine(1);
  return { txids, blockhash };
}

/** The proof with one inverted bit of a hash in its tree; it can still be parsed. */
function corrupted(t: Trial, proof: string): string {
  const bytes = fromHex(proof);
  for (let tries = 0; tries < 1_000; tries++) {
    const at = t.random.integer(80, bytes.length - 1);
    const changed = Uint8Array.from(bytes);
    changed[at] = (changed[at] as number) ^ (1 << t.random.integer(0, 7));
    try {
      const { header, root } = parseMerkleProof(changed);
      if (root !== header.merkleRoot) return toHex(changed);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error; // no longer parseable: try another bit
    }
  }
  throw new Error('no bit of the proof can be inverted');
}

/**
 * A proof of the first transaction of a block, of three or more, with the tree cut off above the transactions: it leads to the same
 * root, and seems to prove that the node above the first two is a transaction.
 */
function cutOff(proof: string): string {
  const bytes = fromHex(proof);
  const { total, hashes } = parseMerkleProof(bytes);
  const [first, second, ...siblings] = hashes as [Uint8Array, Uint8Array, ...Uint8Array[]];
  const left = [hash256(joined(first, second)), ...siblings];
  // Flags from the lowest bit on: a 1 for each level down to what is proven, and a 0 for each sibling.
  const flags = (1 << left.length) - 1;
  const size = Math.ceil((2 * left.length - 1) / 8);
  const count = littleEndian(Math.ceil(total / 2), 4);
  const cut = joined(
    bytes.subarray(0, HEADER_BYTES),
    count,
    compactSize(left.length),
    ...left,
    compactSize(size),
    littleEndian(flags, size),
  );
  const { header, root } = parseMerkleProof(cut);
  if (root !== header.merkleRoot) throw new Error('the proof leads to another root');
  return toHex(cut);
}

export const verifytxoutproofRules: readonly Case[] = [
  rule({
    rule: 'verifytxoutproof/commits',
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const { txids, blockhash } = await twoInOneBlock(t);
      for (const proven of [txids, [t.random.pick(txids)]]) {
        const proof = await t.world.result('gettxoutproof', { txids: proven, blockhash });
        const answer = await t.result('verifytxoutproof', { proof });
        t.equal([...answer].sort(), [...proven].sort(), 'the list of transactions that the proof commits to');
      }
    },
  }),
  rule({
    rule: 'verifytxoutproof/invalid',
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const { txids, blockhash } = await twoInOneBlock(t);
      const proof = await t.world.result('gettxoutproof', { txids: [t.random.pick(txids)], blockhash });
      t.equal(await t.result('verifytxoutproof', { proof: corrupted(t, proof) }), [], 'the result for a proof that leads to another root');
    },
  }),
  rule({
    rule: 'verifytxoutproof/invalid',
    case: 'no-transaction',
    effect: ['chain', 'wallet'],
    uses: ['getblock'],
    run: async (t) => {
      const { blockhash } = await twoInOneBlock(t);
      const [coinbase = ''] = (await t.world.result('getblock', { blockhash })).tx;
      const proof = await t.world.result('gettxoutproof', { txids: [coinbase], blockhash });
      const answer = await t.call('verifytxoutproof', { proof: cutOff(proof) });
      t.equal(
        answer.ok ? answer.result : [],
        [],
        'the transactions of a proof that names a node of the tree in the place of a transaction',
      );
    },
  }),
  rule({
    rule: 'verifytxoutproof/commits',
    case: 'other-blocks',
    effect: ['chain'],
    uses: ['gettxoutproof', 'getblock'],
    run: async (t) => {
      const blocks = await t.world.mine(2);
      const coinbases: string[] = [];
      for (const blockhash of blocks) coinbases.push((await t.world.result('getblock', { blockhash })).tx[0] ?? '');
      const [first = ''] = coinbases;
      // Whether they are refused is not stated. A proof that is made proves what it was made for.
      for (const args of [{ txids: coinbases }, { txids: coinbases, blockhash: blocks[0] }, { txids: [first], blockhash: blocks[1] }]) {
        const made = await t.answer('gettxoutproof', args);
        if (!made.ok) continue;
        const proven = await t.result('verifytxoutproof', { proof: made.result });
        t.equal([...proven].sort(), [...args.txids].sort(), 'the transactions of a proof for those of several blocks, or of another block');
      }
      // The root of the tree is as before, so that only the block is another one.
      const proof = Buffer.from(await t.world.result('gettxoutproof', { txids: [first], blockhash: blocks[0] }), 'hex');
      proof.writeUInt32LE((proof.readUInt32LE(NONCE_AT) + 1) % 2 ** 32, NONCE_AT);
      const answer = await t.call('verifytxoutproof', { proof: proof.toString('hex') });
      t.equal(answer.ok ? answer.result : [], [], 'the transactions of a proof with the header of a block that the node does not know');
    },
  }),
  rule({ rule: 'verifytxoutproof/best-chain', effect: ['chain'], uses: ['getblock'], run: refusedOffChain }),
  row({ table: 'errors', row: 'verifytxoutproof-off-chain', effect: ['chain'], uses: ['getblock'], run: refusedOffChain }),
];
