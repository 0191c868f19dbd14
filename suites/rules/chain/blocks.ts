import type { Wire } from '../../../specs/model/wire.ts';
import type { Case } from '../../../engine/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import { merkleRoot, readHeader, targetOf } from '../../../oracles/block.ts';
import { ByteReader, fromHex, toHex } from '../../../oracles/bytes.ts';
import { txidOf } from '../../../oracles/transaction.ts';
import { rule } from '../rule.ts';
import { rawBlock } from '../support/raw-block.ts';
import { understood } from '../support/understood.ts';

/** `bits` of a block whose difficulty counts as 1 in this family of nodes. */
const DIFFICULTY_ONE_BITS = 0x1d00ffff;

type Members = { readonly [name: string]: Wire };

/** Ids of a block's transactions, computed from its bytes. */
async function computedTxids(t: Trial, blockhash: string): Promise<string[]> {
  return (await rawBlock(t, blockhash)).transactions.map(txidOf);
}

export const blockRules: readonly Case[] = [
  rule({
    rule: 'getbestblockhash/tip',
    effect: ['chain'],
    run: async (t) => {
      const mined = await t.world.mine(t.random.integer(1, 2));
      t.equal(await t.result('getbestblockhash'), mined.at(-1), 'the best block hash after mining');
    },
  }),
  rule({
    rule: 'getblockcount/longest-chain',
    effect: ['chain'],
    run: async (t) => {
      const before = await t.result<number>('getblockcount');
      const mined = await t.world.mine(t.random.integer(1, 3));
      const after = await t.result<number>('getblockcount');
      t.equal(after, before + mined.length, `the block count after mining ${mined.length} blocks`);
      const { height } = await t.world.result<{ height: number }>('getblockheader', { hash: mined.at(-1) as string });
      t.equal(after, height, 'the block count, beside the height of the block just mined,');
    },
  }),
  rule({
    rule: 'getblock/verbosity-0',
    effect: ['read'],
    run: async (t) => {
      const { blockhash, txid, hex } = await t.world.use('confirmedSend');
      const { header, transactions } = await rawBlock(t, blockhash);
      const txids = transactions.map(txidOf);
      t.equal(header.hash, blockhash, 'the hash of the serialized block');
      t.equal(merkleRoot(txids), header.merkleRoot, 'the Merkle root of the serialized transactions');
      const payment = transactions[txids.indexOf(txid)];
      t.ok(payment !== undefined, `the serialized block lacks the transaction ${txid}, which was confirmed in it`);
      if (payment) t.equal(toHex(payment.bytes), hex, 'the transaction within the serialized block');
    },
  }),
  rule({
    rule: 'getblock/tx-ids',
    effect: ['read'],
    run: async (t) => {
      const { blockhash, txid } = await t.world.use('confirmedSend');
      const { tx } = await t.result<{ tx: string[] }>('getblock', { blockhash, verbosity: 1 });
      t.ok(tx.includes(txid), `tx lacks ${txid}, which was confirmed in this block`, { path: 'tx' });
      t.equal(tx, await computedTxids(t, blockhash), 'the list of transactions', { path: 'tx' });
    },
  }),
  rule({
    rule: 'getblock/same-fields',
    effect: ['read'],
    run: async (t) => {
      const { blockhash } = await t.world.use('confirmedSend');
      const { tx: ids, ...one } = await t.result<Members>('getblock', { blockhash, verbosity: 1 });
      const { tx: objects, ...two } = await t.result<Members>('getblock', { blockhash, verbosity: 2 });
      for (const name of new Set([...Object.keys(one), ...Object.keys(two)])) {
        t.equal(two[name], one[name], `${name} with verbosity 2`, { path: name });
      }
      t.equal((objects as Wire[]).length, (ids as Wire[]).length, 'the number of transactions with verbosity 2', { path: 'tx' });
    },
  }),
  rule({
    rule: 'getblock/tx-objects',
    effect: ['read'],
    uses: ['getrawtransaction'],
    run: async (t) => {
      const { blockhash } = await t.world.use('confirmedSend');
      const { tx } = await t.result<{ tx: Members[] }>('getblock', { blockhash, verbosity: 2 });
      const txids = await computedTxids(t, blockhash);
      t.equal(tx.map(({ txid }) => txid ?? null), txids, 'the list of transactions', { path: 'tx[].txid' });
      for (const [index, txid] of txids.entries()) {
        const alone = await t.result<Members>('getrawtransaction', { txid, verbose: true, blockhash });
        const within = tx[index] ?? {};
        for (const [name, value] of Object.entries(alone)) {
          // It is for an explicit blockhash of getrawtransaction.
          if (name === 'in_active_chain' && within[name] === undefined) continue;
          t.equal(within[name], value, `${name} of a transaction within the block`, { path: `tx[${index}].${name}` });
        }
      }
    },
  }),
  rule({
    rule: 'getblock/confirmations',
    effect: ['read'],
    run: async (t) => {
      const { hash } = await t.world.use('staleBlock');
      for (const verbosity of [1, 2]) {
        const block = await t.result<{ confirmations: number }>('getblock', { blockhash: hash, verbosity });
        t.equal(block.confirmations, -1, `confirmations of a block off the main chain, verbosity ${verbosity}`, { path: 'confirmations' });
      }
    },
  }),
  rule({
    rule: 'getblock/strippedsize',
    effect: ['read'],
    run: async (t) => {
      const { blockhash } = await t.world.use('confirmedSend');
      const block = await t.result<{ strippedsize: number }>('getblock', { blockhash, verbosity: 1 });
      const { size, strippedSize } = await rawBlock(t, blockhash);
      if (size === strippedSize) t.inapplicable('no transaction of this chain has witness data');
      t.equal(block.strippedsize, strippedSize, `strippedsize of a block of ${size} bytes`, { path: 'strippedsize' });
    },
  }),
  rule({
    rule: 'getblockheader/hex',
    effect: ['read'],
    run: async (t) => {
      const { blockhash } = await t.world.use('confirmedSend');
      const hex = await t.result<string>('getblockheader', { hash: blockhash, verbose: false });
      const header = understood(t, 'the serialized header', () => readHeader(new ByteReader(fromHex(hex))));
      t.equal(header.hash, blockhash, 'the hash of the serialized header');
    },
  }),
  rule({
    rule: 'getblockheader/confirmations',
    effect: ['read'],
    run: async (t) => {
      const { hash } = await t.world.use('staleBlock');
      const header = await t.result<{ confirmations: number }>('getblockheader', { hash });
      t.equal(header.confirmations, -1, 'confirmations of a block off the main chain', { path: 'confirmations' });
    },
  }),
  rule({
    rule: 'getdifficulty/multiple',
    effect: ['read'],
    uses: ['getbestblockhash', 'getblockheader', 'getblockhash'],
    run: async (t) => {
      const difficulty = Number(String(await t.result<Wire>('getdifficulty')));
      const bitsAt = async (hash: string): Promise<number> => Number.parseInt((await t.result<{ bits: string }>('getblockheader', { hash })).bits, 16);
      const target = Number(targetOf(await bitsAt(await t.result<string>('getbestblockhash'))));
      const genesis = await bitsAt(await t.result<string>('getblockhash', { height: 0 }));
      // The documents do not say which difficulty is the least: that of the first block, or the family's number 1.
      const expected = [DIFFICULTY_ONE_BITS, genesis].map((bits) => Number(targetOf(bits)) / target);
      t.ok(
        expected.some((one) => Math.abs(difficulty / one - 1) < 1e-6),
        `the difficulty is ${difficulty}, but the target of the tip makes it ${[...new Set(expected)].join(' or ')}`,
      );
    },
  }),
];
