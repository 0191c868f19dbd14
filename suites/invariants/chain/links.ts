import type { Block, BlockHeader } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { invariant } from '../invariant.ts';
import { present } from '../../support/present.ts';

/** What a block and its header both say of it. */
const SHARED = [
  'hash',
  'confirmations',
  'height',
  'version',
  'versionHex',
  'merkleroot',
  'time',
  'mediantime',
  'nonce',
  'bits',
  'difficulty',
  'chainwork',
  'nTx',
  'previousblockhash',
  'nextblockhash',
] as const;

/** Members of a transaction that getblock and getrawtransaction both give: those of decoderawtransaction. */
const TRANSACTION = ['txid', 'hash', 'size', 'vsize', 'weight', 'version', 'locktime', 'vin', 'vout'] as const;

/** Where a neighbour is missing its hash may be left out, or be one that no block has: the fields are listed without a condition. */
export const namesNoBlock = (hash: string | undefined): boolean => hash === undefined || /^0{64}$/.test(hash);

/** Blocks that hold the median of the times back (BIP 113). */
const MEDIAN_SPAN = 11;
/** Blocks walked back from the tip. */
const WALK = 14;

const header = (t: Trial, hash: string): Promise<BlockHeader> => t.result('getblockheader', { hash });
/** A block of either method, in what both say of it. */
const shown = (t: Trial, method: 'getblock' | 'getblockheader', hash: string): Promise<Block | BlockHeader> =>
  method === 'getblock' ? t.result('getblock', { blockhash: hash }) : header(t, hash);
const hashAt = (t: Trial, height: number): Promise<string> => t.result('getblockhash', { height });

/** The last blocks of the chain by way of previousblockhash, the best one first. */
async function lastBlocks(t: Trial, method: 'getblock' | 'getblockheader'): Promise<(Block | BlockHeader)[]> {
  const blocks: (Block | BlockHeader)[] = [];
  let hash = await t.result('getbestblockhash');
  while (blocks.length < WALK) {
    const block = await shown(t, method, hash);
    blocks.push(block);
    if (block.height === 0) break;
    hash = present(t, block.previousblockhash, `block ${block.height} names none before it`, 'previousblockhash');
  }
  return blocks;
}

async function checkLinks(t: Trial, method: 'getblock' | 'getblockheader'): Promise<void> {
  await t.world.use('confirmedSend');
  const height = await t.result('getblockcount');
  const blocks = await lastBlocks(t, method);
  for (const [back, block] of blocks.entries()) {
    const at = await hashAt(t, block.height);
    t.equal(block.height, height - back, `the height of the block ${back} before the best one`, { path: 'height' });
    t.equal(block.hash, at, `the hash of block ${block.height}, beside getblockhash,`, { path: 'hash' });
    if (block.height > 0)
      t.equal(block.previousblockhash, await hashAt(t, block.height - 1), `the block before ${block.height}`, {
        path: 'previousblockhash',
      });
    const after = blocks[back - 1];
    if (after) t.equal(block.nextblockhash, after.hash, `the block after ${block.height}`, { path: 'nextblockhash' });
    else t.ok(namesNoBlock(block.nextblockhash), `the best block names ${block.nextblockhash} after it`, { path: 'nextblockhash' });
  }
}

const reading = { effect: ['read'], evidence: 'document', source: 'document 2, Blockchain and memory pool' } as const;

export const chainLinkInvariants: readonly Case[] = [
  invariant({
    ...reading,
    id: 'chain-links/blocks',
    text: 'Each block names the one before it and the one after it, as getblockhash has them by height.',
    methods: ['getblock', 'getblockhash', 'getblockcount', 'getbestblockhash'],
    run: (t) => checkLinks(t, 'getblock'),
  }),
  invariant({
    ...reading,
    id: 'chain-links/headers',
    text: 'Each header names the block before it and the one after it, as getblockhash has them by height.',
    methods: ['getblockheader', 'getblockhash', 'getblockcount', 'getbestblockhash'],
    run: (t) => checkLinks(t, 'getblockheader'),
  }),
  invariant({
    ...reading,
    id: 'chain-links/first',
    text: 'The chain begins with block 0, which has none before it, and which block 1 names as the one before.',
    methods: ['getblockhash', 'getblockheader', 'getblockcount'],
    run: async (t) => {
      await t.world.use('confirmedSend');
      const first = await header(t, await hashAt(t, 0));
      const second = await header(t, await hashAt(t, 1));
      t.equal(first.height, 0, 'the height of the first block', { path: 'height' });
      t.equal(first.confirmations, (await t.result('getblockcount')) + 1, 'the confirmations of the first block', {
        path: 'confirmations',
      });
      t.equal(second.previousblockhash, first.hash, 'the block before block 1', { path: 'previousblockhash' });
      t.equal(first.nextblockhash, second.hash, 'the block after block 0', { path: 'nextblockhash' });
      t.ok(namesNoBlock(first.previousblockhash), `block 0 names ${first.previousblockhash} before it`, { path: 'previousblockhash' });
    },
  }),
  invariant({
    ...reading,
    id: 'chain-links/heights',
    text: 'The block that getblockhash gives for a height says that it lies there, and how many lie on it.',
    methods: ['getblockhash', 'getblockheader', 'getblock', 'getblockcount'],
    run: async (t) => {
      await t.world.use('confirmedSend');
      const top = await t.result('getblockcount');
      for (let i = 0; i < 6; i++) {
        const height = t.random.integer(0, top);
        const hash = await hashAt(t, height);
        for (const method of ['getblockheader', 'getblock'] as const) {
          const block = await shown(t, method, hash);
          t.equal(block.height, height, `height in ${method}`, { path: 'height' });
          t.equal(block.confirmations, top - height + 1, `confirmations of block ${height} in ${method}, with ${top} blocks,`, {
            path: 'confirmations',
          });
        }
      }
    },
  }),
  invariant({
    ...reading,
    id: 'chain-links/header-of-block',
    text: 'A block and its header say the same, field by field.',
    methods: ['getblock', 'getblockheader', 'getblockhash'],
    run: async (t) => {
      const { blockhash, height } = await t.world.use('confirmedSend');
      for (const hash of [blockhash, await hashAt(t, t.random.integer(1, height))]) {
        const block = await t.result('getblock', { blockhash: hash, verbosity: 1 });
        const shown = await t.result('getblockheader', { hash });
        for (const name of SHARED) t.equal(shown[name], block[name], `${name} in the header, beside the block,`, { path: name });
      }
    },
  }),
  invariant({
    ...reading,
    id: 'chain-links/verbosities',
    text: 'A block says the same in each verbosity: size of the bytes, header first, transactions of the same ids.',
    methods: ['getblock', 'getblockheader'],
    run: async (t) => {
      const { blockhash } = await t.world.use('confirmedSend');
      const hex = await t.result('getblock', { blockhash, verbosity: 0 });
      const { tx: txids, ...one } = await t.result('getblock', { blockhash, verbosity: 1 });
      const { tx: transactions, ...two } = await t.result('getblock', { blockhash, verbosity: 2 });
      t.equal(one.size, hex.length / 2, 'size, beside the bytes of verbosity 0,', { path: 'size' });
      // As long as the node has it: a merge-mined chain puts a proof behind the 80 bytes.
      const header = await t.result('getblockheader', { hash: blockhash, verbose: false });
      t.equal(hex.slice(0, header.length), header, 'the beginning of the bytes, beside the header,');
      t.equal(two, one, 'verbosity 2 without its transactions, beside verbosity 1,');
      t.equal(
        transactions.map(({ txid }) => txid),
        txids,
        'the list of txids in verbosity 2, beside verbosity 1,',
        { path: 'tx' },
      );
    },
  }),
  invariant({
    ...reading,
    id: 'chain-links/transactions-of-block',
    text: 'Transactions within a block are those that getrawtransaction gives one by one.',
    methods: ['getblock', 'getrawtransaction'],
    run: async (t) => {
      const { blockhash } = await t.world.use('confirmedSend');
      const { tx } = await t.result('getblock', { blockhash, verbosity: 2 });
      t.ok(tx.length > 1, `the block with a payment in it lists ${tx.length} transactions`, { path: 'tx' });
      for (const [index, inBlock] of tx.entries()) {
        const alone = await t.result('getrawtransaction', { txid: inBlock['txid'] ?? '', verbose: true, blockhash });
        for (const name of TRANSACTION)
          t.equal(inBlock[name], alone[name], `${name} within the block, beside getrawtransaction,`, { path: `tx[${index}].${name}` });
        t.equal(alone['blockhash'], blockhash, 'blockhash in getrawtransaction', { path: 'blockhash' });
      }
    },
  }),
  invariant({
    ...reading,
    id: 'chain-links/transaction-count',
    text: 'The number of transactions is the same in the block, its header, its list and its statistics.',
    evidence: 'standard',
    source: 'arithmetic',
    methods: ['getblock', 'getblockheader', 'getblockstats'],
    run: async (t) => {
      const { blockhash } = await t.world.use('confirmedSend');
      const { nTx, tx } = await t.result('getblock', { blockhash });
      t.equal(nTx, tx.length, 'nTx in getblock', { path: 'nTx' });
      t.equal((await header(t, blockhash)).nTx, tx.length, 'nTx in getblockheader', { path: 'nTx' });
      t.equal((await t.result('getblockstats', { hash_or_height: blockhash })).txs, tx.length, 'txs in getblockstats', { path: 'txs' });
      t.equal(new Set(tx).size, tx.length, 'the number of different txids', { path: 'tx' });
    },
  }),
  invariant({
    ...reading,
    id: 'chain-links/times',
    text: 'A block is later than the median of the eleven before it, and mediantime is the median that ends with the block itself.',
    evidence: 'standard',
    source: 'BIP 113',
    methods: ['getblockheader', 'getbestblockhash'],
    run: async (t) => {
      await t.world.use('confirmedSend'); // so that there is a chain
      const blocks = await lastBlocks(t, 'getblockheader');
      for (const [index, { height, time, mediantime }] of blocks.entries()) {
        const before = blocks[index + 1];
        if (before)
          t.ok(
            time > before.mediantime,
            `block ${height} has the time ${time}, not after ${before.mediantime}, the median of those before it`,
            { path: 'time' },
          );
        const span = blocks.slice(index, index + MEDIAN_SPAN);
        if (span.length < MEDIAN_SPAN) continue;
        const median = span.map((block) => block.time).sort((a, b) => a - b)[MEDIAN_SPAN >> 1];
        t.equal(mediantime, median, `mediantime of block ${height}`, { path: 'mediantime' });
      }
    },
  }),
  invariant({
    ...reading,
    id: 'chain-links/work',
    text: 'The work in the chain grows with every block.',
    evidence: 'standard',
    source: 'arithmetic',
    methods: ['getblockheader', 'getbestblockhash'],
    run: async (t) => {
      await t.world.use('confirmedSend'); // so that there is a chain
      const blocks = await lastBlocks(t, 'getblockheader');
      for (const [index, { height, chainwork }] of blocks.entries()) {
        const before = blocks[index + 1];
        if (before)
          t.ok(
            BigInt(`0x${chainwork}`) > BigInt(`0x${before.chainwork}`),
            `the work up to block ${height} is ${chainwork}, no more than ${before.chainwork} up to the one before`,
            { path: 'chainwork' },
          );
      }
    },
  }),
];
