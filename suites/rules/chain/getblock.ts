import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { merkleRoot } from '../../../oracles/block.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { txidOf } from '../../../oracles/transaction.ts';
import { rule } from '../rule.ts';
import { membersOf } from '../support/members.ts';
import { rawBlock } from '../support/raw-block.ts';

/** Ids of a block's transactions, computed from its bytes. */
async function computedTxids(t: Trial, blockhash: string): Promise<string[]> {
  return (await rawBlock(t, blockhash)).transactions.map(txidOf);
}

export const getblockRules: readonly Case[] = [
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
      t.ok(payment !== undefined, `the serialized block does not contain the transaction ${txid}, which was confirmed in it`);
      if (payment) t.equal(toHex(payment.bytes), hex, 'the transaction within the serialized block');
    },
  }),
  rule({
    rule: 'getblock/tx-ids',
    effect: ['read'],
    run: async (t) => {
      const { blockhash, txid } = await t.world.use('confirmedSend');
      const { tx } = await t.result('getblock', { blockhash, verbosity: 1 });
      t.ok(tx.includes(txid), `tx does not list ${txid}, which was confirmed in this block`, { path: 'tx' });
      t.equal(tx, await computedTxids(t, blockhash), 'the list of transactions', { path: 'tx' });
    },
  }),
  rule({
    rule: 'getblock/same-fields',
    effect: ['read'],
    run: async (t) => {
      const { blockhash } = await t.world.use('confirmedSend');
      const { tx: ids, ...verbosity1 } = await t.result('getblock', { blockhash, verbosity: 1 });
      const { tx: objects, ...verbosity2 } = await t.result('getblock', { blockhash, verbosity: 2 });
      const [withIds, withObjects] = [membersOf(verbosity1), membersOf(verbosity2)];
      for (const name of new Set([...withIds.keys(), ...withObjects.keys()])) {
        t.equal(withObjects.get(name), withIds.get(name), `${name} with verbosity 2`, { path: name });
      }
      t.equal(objects.length, ids.length, 'the number of transactions with verbosity 2', { path: 'tx' });
    },
  }),
  rule({
    rule: 'getblock/tx-objects',
    effect: ['read'],
    uses: ['getrawtransaction'],
    run: async (t) => {
      const { blockhash } = await t.world.use('confirmedSend');
      const { tx } = await t.result('getblock', { blockhash, verbosity: 2 });
      const txids = await computedTxids(t, blockhash);
      t.equal(
        tx.map(({ txid }) => txid),
        txids,
        'the list of transactions',
        { path: 'tx[].txid' },
      );
      for (const [index, txid] of txids.entries()) {
        const alone = await t.result('getrawtransaction', { txid, verbose: true, blockhash });
        const within = membersOf(tx[index] ?? {});
        for (const [name, value] of membersOf(alone)) {
          // This field requires an explicit blockhash in getrawtransaction.
          if (name === 'in_active_chain' && !within.has(name)) continue;
          t.equal(within.get(name), value, `${name} of a transaction within the block`, { path: `tx[${index}].${name}` });
        }
      }
    },
  }),
  rule({
    rule: 'getblock/confirmations',
    effect: ['read'],
    run: async (t) => {
      const { hash } = await t.world.use('staleBlock');
      const what = 'confirmations of a block off the main chain';
      const withIds = await t.result('getblock', { blockhash: hash, verbosity: 1 });
      t.equal(withIds.confirmations, -1, `${what} with verbosity 1`, { path: 'confirmations' });
      const withObjects = await t.result('getblock', { blockhash: hash, verbosity: 2 });
      t.equal(withObjects.confirmations, -1, `${what} with verbosity 2`, { path: 'confirmations' });
    },
  }),
  rule({
    rule: 'getblock/strippedsize',
    effect: ['read'],
    run: async (t) => {
      const { blockhash } = await t.world.use('confirmedSend');
      const block = await t.result('getblock', { blockhash, verbosity: 1 });
      const { size, strippedSize } = await rawBlock(t, blockhash);
      if (size === strippedSize) t.inapplicable('no transaction of this chain has witness data');
      t.equal(block.strippedsize, strippedSize, `strippedsize of a block of ${size} bytes`, { path: 'strippedsize' });
    },
  }),
];
