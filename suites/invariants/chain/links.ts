import type { Block, BlockHeader } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { invariant } from '../invariant.ts';
import { namesNoBlock, sharedBlockFields } from '../../support/block-checks.ts';
import { present } from '../../support/present.ts';
import { statements } from '../../support/statements.ts';

/** Members of a transaction in both getblock and getrawtransaction: those of decoderawtransaction. */
const TRANSACTION = ['txid', 'hash', 'size', 'vsize', 'weight', 'version', 'locktime', 'vin', 'vout'] as const;

/** Number of blocks whose median time is computed (BIP 113). */
const MEDIAN_SPAN = 11;
/** Number of blocks to follow back from the tip. */
const WALK = 14;

const header = (t: Trial, hash: string): Promise<BlockHeader> => t.result('getblockheader', { hash });
/** The shared fields of a block, from either method. */
const shown = (t: Trial, method: 'getblock' | 'getblockheader', hash: string): Promise<Block | BlockHeader> =>
  method === 'getblock' ? t.result('getblock', { blockhash: hash }) : header(t, hash);
const hashAt = (t: Trial, height: number): Promise<string> => t.result('getblockhash', { height });

/** The last blocks of the chain, followed by previousblockhash, the best block first. */
async function lastBlocks(t: Trial, method: 'getblock' | 'getblockheader'): Promise<(Block | BlockHeader)[]> {
  const blocks: (Block | BlockHeader)[] = [];
  let hash = await t.result('getbestblockhash');
  while (blocks.length < WALK) {
    const block = await shown(t, method, hash);
    blocks.push(block);
    if (block.height === 0) break;
    hash = present(t, block.previousblockhash, `block ${block.height} has no previousblockhash`, 'previousblockhash');
  }
  return blocks;
}

async function checkLinks(t: Trial, method: 'getblock' | 'getblockheader'): Promise<void> {
  await t.world.use('confirmedSend');
  const height = await t.result('getblockcount');
  const blocks = await lastBlocks(t, method);
  for (const [back, block] of blocks.entries()) {
    const at = await hashAt(t, block.height);
    t.equal(block.height, height - back, `the height of the block ${back} blocks before the best block`, { path: 'height' });
    t.equal(block.hash, at, `the hash of block ${block.height} (compared with getblockhash)`, { path: 'hash' });
    if (block.height > 0)
      t.equal(block.previousblockhash, await hashAt(t, block.height - 1), `previousblockhash of block ${block.height}`, {
        path: 'previousblockhash',
      });
    const after = blocks[back - 1];
    if (after) t.equal(block.nextblockhash, after.hash, `nextblockhash of block ${block.height}`, { path: 'nextblockhash' });
    else
      t.ok(namesNoBlock(block.nextblockhash), `nextblockhash of the best block is ${block.nextblockhash}, expected none`, {
        path: 'nextblockhash',
      });
  }
}

const reading = { effect: ['read'], evidence: 'document', source: 'document 2, Blockchain and memory pool' } as const;

export const chainLinkInvariants: readonly Case[] = [
  invariant({
    ...reading,
    ...statements.links,
    methods: ['getblock', 'getblockhash', 'getblockcount', 'getbestblockhash'],
    run: (t) => checkLinks(t, 'getblock'),
  }),
  invariant({
    ...reading,
    id: 'chain-links/headers',
    text: 'previousblockhash and nextblockhash of a header are the hashes that getblockhash returns for the neighbouring heights.',
    methods: ['getblockheader', 'getblockhash', 'getblockcount', 'getbestblockhash'],
    run: (t) => checkLinks(t, 'getblockheader'),
  }),
  invariant({
    ...reading,
    id: 'chain-links/first',
    text: 'Block 0 is the first block: it has no previous block, and it is the previous block of block 1.',
    methods: ['getblockhash', 'getblockheader', 'getblockcount'],
    run: async (t) => {
      await t.world.use('confirmedSend');
      const first = await header(t, await hashAt(t, 0));
      const second = await header(t, await hashAt(t, 1));
      t.equal(first.height, 0, 'the height of the first block', { path: 'height' });
      t.equal(first.confirmations, (await t.result('getblockcount')) + 1, 'the confirmations of the first block', {
        path: 'confirmations',
      });
      t.equal(second.previousblockhash, first.hash, 'previousblockhash of block 1', { path: 'previousblockhash' });
      t.equal(first.nextblockhash, second.hash, 'nextblockhash of block 0', { path: 'nextblockhash' });
      t.ok(namesNoBlock(first.previousblockhash), `previousblockhash of block 0 is ${first.previousblockhash}, expected none`, {
        path: 'previousblockhash',
      });
    },
  }),
  invariant({
    ...reading,
    ...statements.heights,
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
          t.equal(block.confirmations, top - height + 1, `confirmations of block ${height} in ${method} on a chain of height ${top}`, {
            path: 'confirmations',
          });
        }
      }
    },
  }),
  invariant({
    ...reading,
    ...statements.headerOfBlock,
    methods: ['getblock', 'getblockheader', 'getblockhash'],
    run: async (t) => {
      const { blockhash, height } = await t.world.use('confirmedSend');
      for (const hash of [blockhash, await hashAt(t, t.random.integer(1, height))]) {
        const block = await t.result('getblock', { blockhash: hash, verbosity: 1 });
        const shown = await t.result('getblockheader', { hash });
        for (const name of sharedBlockFields)
          t.equal(shown[name], block[name], `${name} in getblockheader (compared with getblock)`, { path: name });
      }
    },
  }),
  invariant({
    ...reading,
    id: 'chain-links/verbosities',
    text: 'All verbosities of getblock describe the same block: its size, its header, its transaction ids.',
    methods: ['getblock', 'getblockheader'],
    run: async (t) => {
      const { blockhash } = await t.world.use('confirmedSend');
      const hex = await t.result('getblock', { blockhash, verbosity: 0 });
      const { tx: txids, ...verbosity1 } = await t.result('getblock', { blockhash, verbosity: 1 });
      const { tx: transactions, ...verbosity2 } = await t.result('getblock', { blockhash, verbosity: 2 });
      t.equal(verbosity1.size, hex.length / 2, 'size (compared with the bytes of verbosity 0)', { path: 'size' });
      // Of any length: on a merge-mined chain a proof follows the 80 bytes.
      const header = await t.result('getblockheader', { hash: blockhash, verbose: false });
      t.equal(hex.slice(0, header.length), header, 'the beginning of the block bytes (compared with the header)');
      t.equal(verbosity2, verbosity1, 'verbosity 2 without its transactions (compared with verbosity 1)');
      t.equal(
        transactions.map(({ txid }) => txid),
        txids,
        'the list of txids in verbosity 2 (compared with verbosity 1)',
        { path: 'tx' },
      );
    },
  }),
  invariant({
    ...reading,
    id: 'chain-links/transactions-of-block',
    text: 'The transactions in getblock equal those in getrawtransaction.',
    methods: ['getblock', 'getrawtransaction'],
    run: async (t) => {
      const { blockhash } = await t.world.use('confirmedSend');
      const { tx } = await t.result('getblock', { blockhash, verbosity: 2 });
      t.ok(tx.length > 1, `a block with a payment lists ${tx.length} transactions, expected at least 2`, { path: 'tx' });
      for (const [index, inBlock] of tx.entries()) {
        const alone = await t.result('getrawtransaction', { txid: inBlock['txid'] ?? '', verbose: true, blockhash });
        for (const name of TRANSACTION)
          t.equal(inBlock[name], alone[name], `${name} within the block (compared with getrawtransaction)`, {
            path: `tx[${index}].${name}`,
          });
        t.equal(alone['blockhash'], blockhash, 'blockhash in getrawtransaction', { path: 'blockhash' });
      }
    },
  }),
  invariant({
    ...reading,
    ...statements.transactionCount,
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
    text: 'The time of a block is above the median time of the eleven blocks before it, and mediantime is the median of the eleven that end with it.',
    evidence: 'standard',
    source: 'BIP 113',
    methods: ['getblockheader', 'getbestblockhash'],
    run: async (t) => {
      await t.world.use('confirmedSend'); // makes a chain
      const blocks = await lastBlocks(t, 'getblockheader');
      for (const [index, { height, time, mediantime }] of blocks.entries()) {
        const before = blocks[index + 1];
        if (before)
          t.ok(
            time > before.mediantime,
            `the time of block ${height} is ${time}, expected more than ${before.mediantime}, the median of the blocks before it`,
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
    text: 'chainwork grows with every block.',
    evidence: 'standard',
    source: 'arithmetic',
    methods: ['getblockheader', 'getbestblockhash'],
    run: async (t) => {
      await t.world.use('confirmedSend'); // makes a chain
      const blocks = await lastBlocks(t, 'getblockheader');
      for (const [index, { height, chainwork }] of blocks.entries()) {
        const before = blocks[index + 1];
        if (before)
          t.ok(
            BigInt(`0x${chainwork}`) > BigInt(`0x${before.chainwork}`),
            `chainwork of block ${height} is ${chainwork}, expected more than ${before.chainwork} of the block before it`,
            { path: 'chainwork' },
          );
      }
    },
  }),
];
