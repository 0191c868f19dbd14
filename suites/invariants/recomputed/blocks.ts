import { isLosslessNumber } from 'lossless-json';
import type { Block, BlockHeader } from '../../../specs/model/generated/wire.d.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { invariant } from '../invariant.ts';
import {
  expectedCommitment,
  merkleRoot,
  parseBlock,
  readHeader,
  statedCommitment,
  targetOf,
  workOf,
  type BlockHeader as RawHeader,
  type RawBlock,
} from '../../../oracles/block.ts';
import { ByteReader, fromHex, fromId, sameBytes, toHex } from '../../../oracles/bytes.ts';
import { parseMerkleProof } from '../../../oracles/merkle-proof.ts';
import { scriptNumber, scriptParts } from '../../../oracles/script.ts';
import { hasWitness, isCoinbase, txidOf } from '../../../oracles/transaction.ts';
import { checkHeader } from '../../support/block-checks.ts';
import { present } from '../../support/present.ts';
import { decoded } from '../../support/decoded.ts';
import { statements } from '../../support/statements.ts';

const shownHeader = (t: Trial, hash: string): Promise<BlockHeader> => t.result('getblockheader', { hash });
const shownBlock = (t: Trial, blockhash: string): Promise<Block> => t.result('getblock', { blockhash });

/** The header for a hash, parsed from its bytes, which must have that hash. */
async function rawHeader(t: Trial, hash: string): Promise<RawHeader> {
  const hex = await t.result('getblockheader', { hash, verbose: false });
  const header = decoded(t, 'the header', () => readHeader(new ByteReader(fromHex(hex))));
  t.equal(header.hash, hash, 'the hash of the header bytes from getblockheader', { source: statements.blockHash.source });
  return header;
}

/** The block for a hash, parsed from its bytes, whose header must have that hash. */
async function rawBlock(t: Trial, blockhash: string): Promise<RawBlock> {
  const hex = await t.result('getblock', { blockhash, verbosity: 0 });
  const block = decoded(t, 'the block', () => parseBlock(fromHex(hex)));
  t.equal(block.header.hash, blockhash, 'the hash of the header in the block bytes from getblock', { source: statements.blockHash.source });
  return block;
}

/** Hash of a block that contains a payment of the wallet. */
const someBlock = async (t: Trial): Promise<string> => (await t.world.use('confirmedSend')).blockhash;

/** Whether a difficulty is `ratio`, to the precision of a double. */
const about = (value: Wire, ratio: number): boolean => Math.abs(Number(isLosslessNumber(value) ? value.value : value) / ratio - 1) < 1e-9;

const reading = { effect: ['read'], evidence: 'standard' } as const;

export const recomputedBlockInvariants: readonly Case[] = [
  invariant({
    ...reading,
    ...statements.blockHash,
    methods: ['getblockheader', 'getblock'],
    run: async (t) => {
      const hash = await someBlock(t);
      await rawHeader(t, hash);
      await rawBlock(t, hash);
      t.equal((await shownHeader(t, hash)).hash, hash, 'hash in getblockheader', { path: 'hash' });
      t.equal((await shownBlock(t, hash)).hash, hash, 'hash in getblock', { path: 'hash' });
    },
  }),
  invariant({
    ...reading,
    ...statements.headerFields,
    methods: ['getblockheader'],
    run: async (t) => {
      const hash = await someBlock(t);
      checkHeader(t, await shownHeader(t, hash), await rawHeader(t, hash));
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-blocks/block-fields',
    text: 'Each header field in getblock equals that of the block bytes.',
    source: statements.blockHash.source,
    methods: ['getblock'],
    run: async (t) => {
      const hash = await someBlock(t);
      checkHeader(t, await shownBlock(t, hash), (await rawBlock(t, hash)).header);
    },
  }),
  invariant({
    ...reading,
    ...statements.merkleRoot,
    methods: ['getblock'],
    run: async (t) => {
      const hash = await someBlock(t);
      const { tx, merkleroot } = await shownBlock(t, hash);
      const { transactions } = await rawBlock(t, hash);
      t.equal(
        merkleroot,
        decoded(t, 'tx', () => merkleRoot(tx)),
        'merkleroot',
        { path: 'merkleroot' },
      );
      t.equal(tx, transactions.map(txidOf), 'the list of txids', { path: 'tx' });
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-blocks/transaction-count',
    text: 'nTx is the number of transactions in the block bytes, and only the first of them is a coinbase.',
    source: 'arithmetic',
    methods: ['getblock', 'getblockheader'],
    run: async (t) => {
      const hash = await someBlock(t);
      const { transactions } = await rawBlock(t, hash);
      t.equal((await shownBlock(t, hash)).nTx, transactions.length, 'nTx in getblock', { path: 'nTx' });
      t.equal((await shownHeader(t, hash)).nTx, transactions.length, 'nTx in getblockheader', { path: 'nTx' });
      t.equal(
        transactions.map(isCoinbase),
        transactions.map((_, index) => index === 0),
        'the list of "is a coinbase" by transaction',
      );
    },
  }),
  invariant({
    ...reading,
    ...statements.blockWeight,
    methods: ['getblock'],
    run: async (t) => {
      const hash = await someBlock(t);
      const { size, strippedSize } = await rawBlock(t, hash);
      const shown = await shownBlock(t, hash);
      t.equal(shown.size, size, 'size', { path: 'size' });
      t.equal(shown.strippedsize, strippedSize, 'strippedsize', { path: 'strippedsize' });
      t.equal(shown.weight, strippedSize * 3 + size, 'weight', { path: 'weight' });
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-blocks/difficulty',
    text: 'difficulty is the highest target divided by the target of the block.',
    evidence: 'document',
    source: 'document 2, Blockchain and memory pool',
    methods: ['getdifficulty', 'getblockheader', 'getbestblockhash', 'getblockhash'],
    run: async (t) => {
      const { bits, difficulty } = await shownHeader(t, await t.result('getbestblockhash'));
      const genesis = await shownHeader(t, await t.result('getblockhash', { height: 0 }));
      const target = targetOf(Number.parseInt(bits, 16));
      // The minimum difficulty is either that of the chain, or the one that the family uses for all chains.
      const ratios = [targetOf(Number.parseInt(genesis.bits, 16)), 0xffffn << 208n].map((least) => Number(least) / Number(target));
      const expected = `${ratios[0]} or ${ratios[1]}`;
      t.ok(
        ratios.some((ratio) => about(difficulty, ratio)),
        `difficulty of the tip is ${String(difficulty)}, expected ${expected} (bits ${bits})`,
        { path: 'difficulty' },
      );
      const asked = await t.result('getdifficulty');
      t.ok(
        ratios.some((ratio) => about(asked, ratio)),
        `getdifficulty returned ${String(asked)}, expected ${expected} (bits ${bits} of the tip)`,
      );
    },
  }),
  invariant({
    ...reading,
    ...statements.chainWork,
    methods: ['getblockheader', 'getblockchaininfo'],
    run: async (t) => {
      const shown = await shownHeader(t, await someBlock(t));
      const before = await shownHeader(t, present(t, shown.previousblockhash, 'the block has no previousblockhash', 'previousblockhash'));
      const added = BigInt(`0x${shown.chainwork}`) - BigInt(`0x${before.chainwork}`);
      const expected = workOf(Number.parseInt(shown.bits, 16));
      t.ok(added === expected, `chainwork grew by ${added}, expected ${expected} (bits ${shown.bits})`, { path: 'chainwork' });
      const { bestblockhash, chainwork } = await t.result('getblockchaininfo');
      t.equal(chainwork, (await shownHeader(t, bestblockhash)).chainwork, 'chainwork in getblockchaininfo (compared with the tip)', {
        path: 'chainwork',
      });
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-blocks/median-time',
    text: 'mediantime is the median of the times of the block and the ten blocks before it.',
    source: 'BIP 113',
    methods: ['getblockheader'],
    run: async (t) => {
      const hash = await someBlock(t);
      const times: number[] = [];
      for (let at = hash; times.length < 11 && !/^0+$/.test(at);) {
        const header = await rawHeader(t, at);
        times.push(header.time);
        at = header.previous;
      }
      times.sort((a, b) => a - b);
      t.equal((await shownHeader(t, hash)).mediantime, times[times.length >> 1], 'mediantime', { path: 'mediantime' });
    },
  }),
  invariant({
    ...reading,
    ...statements.witnessCommitment,
    methods: ['getblock'],
    run: async (t) => {
      const block = await rawBlock(t, await someBlock(t));
      if (!block.transactions.slice(1).some(hasWitness)) t.inapplicable('the payment of the wallet has no witness');
      const stated = present(t, statedCommitment(block), 'the coinbase of a block with witnesses has no witness commitment');
      const expected = present(t, expectedCommitment(block), 'the witness of the coinbase has no reserved value');
      t.ok(sameBytes(stated, expected), `the witness commitment of the coinbase is ${toHex(stated)}, expected ${toHex(expected)}`);
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-blocks/coinbase-height',
    text: 'The coinbase script of a block of version 2 or higher begins with the height.',
    source: 'BIP 34',
    methods: ['getblock'],
    run: async (t) => {
      const hash = await someBlock(t);
      const { height } = await shownBlock(t, hash);
      const { header, transactions } = await rawBlock(t, hash);
      if (header.version < 2) t.inapplicable('the blocks of this chain are of version 1');
      const script = transactions[0]?.inputs[0]?.scriptSig ?? new Uint8Array();
      const first = decoded(t, 'the coinbase', () => scriptParts(script)[0]);
      const said = first?.push ? scriptNumber(first.push) : (first?.opcode ?? 0) - 0x50;
      t.ok(said === height, `the coinbase script begins with ${said}, expected the height of the block, ${height}`);
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-blocks/proof',
    text: 'The proof of a transaction leads to the Merkle root of its block and commits to that transaction.',
    source: 'BIP 37',
    methods: ['gettxoutproof', 'getblock'],
    run: async (t) => {
      const { txid, blockhash } = await t.world.use('confirmedSend');
      await checkProof(t, [txid], blockhash);
    },
  }),
  invariant({
    ...reading,
    ...statements.proofOfSeveral,
    methods: ['gettxoutproof', 'getblock'],
    run: async (t) => {
      const blockhash = await someBlock(t);
      const { tx: txids } = await shownBlock(t, blockhash);
      if (t.ok(txids.length > 0, `getblock lists no transaction of ${blockhash}`, { check: 'presence', path: 'tx' }))
        await checkProof(t, txids, blockhash);
    },
  }),
  invariant({
    ...reading,
    ...statements.proofVerified,
    methods: ['verifytxoutproof'],
    run: async (t) => {
      const { proof } = await t.world.use('proof');
      const { matched } = decoded(t, 'the proof', () => parseMerkleProof(fromHex(proof)));
      t.equal(await t.result('verifytxoutproof', { proof }), matched, 'the transactions that verifytxoutproof returns');
      const [first = ''] = matched;
      const tampered = proof.replace(toHex(fromId(first)), t.random.hex(32));
      const answer = await t.call('verifytxoutproof', { proof: tampered });
      // An error is a valid answer as well as an empty list.
      if (answer.ok) t.equal(answer.result, [], 'the transactions that verifytxoutproof returns for a proof with a changed hash');
    },
  }),
];

/** Requests a proof for `txids` and checks it against the block. */
async function checkProof(t: Trial, txids: readonly string[], blockhash: string): Promise<void> {
  const proof = await t.result('gettxoutproof', { txids: [...txids], blockhash });
  const { header, root, total, matched } = decoded(t, 'the proof', () => parseMerkleProof(fromHex(proof)));
  const { transactions } = await rawBlock(t, blockhash);
  t.equal(header.hash, blockhash, 'the hash of the header in the proof');
  t.equal(root, header.merkleRoot, 'the root that the proof leads to');
  t.equal(total, transactions.length, 'the number of transactions in the proof');
  t.equal(
    matched,
    transactions.map(txidOf).filter((txid) => txids.includes(txid)),
    'the transactions that the proof commits to',
  );
}
