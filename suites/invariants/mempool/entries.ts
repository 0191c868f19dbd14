import type { MempoolTxids } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { amountSat } from '../../support/amounts.ts';
import { invariant } from '../invariant.ts';
import { feesOf, poolEntries, poolEntry, poolIds, poolTransaction, vsizeOf } from './reading.ts';
import { foreignAddress, payFromTrial, reserveCoins, randomAmountSat } from '../../support/payments.ts';
import { present } from '../../support/present.ts';
import { statements } from '../../support/statements.ts';

/** Maximum number of transactions whose sizes are added up. */
const MAX_POOL = 200;

type Direction = 'ancestor' | 'descendant';

const relatives = (t: Trial, direction: Direction, txid: string): Promise<MempoolTxids> =>
  direction === 'ancestor' ? t.result('getmempoolancestors', { txid }) : t.result('getmempooldescendants', { txid });

/** Transactions that were sent, and are in no block, are in the pool. */
function mustBeIn(t: Trial, pool: readonly string[], txids: readonly string[]): void {
  for (const txid of txids) t.ok(pool.includes(txid), `getrawmempool does not list ${txid}, which was sent and is in no block`);
}

/** A random sample of the transactions in the pool. */
async function somePool(t: Trial): Promise<string[]> {
  const { txids } = await t.world.use('unconfirmedChain');
  const pool = await poolIds(t);
  mustBeIn(t, pool, txids);
  const others = pool.filter((txid) => !txids.includes(txid));
  return [...txids, ...others.slice(0, 10)];
}

/** Checks counts, sizes and fees of an entry against its ancestors or descendants, including the transaction itself. */
async function checkSums(t: Trial, direction: Direction): Promise<void> {
  for (const txid of await somePool(t)) {
    const others = await relatives(t, direction, txid);
    t.ok(!others.includes(txid), `a transaction is listed among its own ${direction}s`);
    const all = [txid, ...others];
    const entry = await poolEntry(t, txid);
    t.equal(entry[`${direction}count`], all.length, `${direction}count`, { path: `${direction}count` });
    t.equal(entry[`${direction}size`], await vsizeOf(t, all), `${direction}size`, { path: `${direction}size` });
    // The documents say for counts and sizes only whether the transaction itself is included.
    const [said, sum, own] = [amountSat(t, entry.fees[direction], `fees.${direction}`), await feesOf(t, all), await feesOf(t, [txid])];
    t.ok(
      said === sum || said === sum - own,
      `fees.${direction} is ${said} sat, expected ${sum} with the transaction itself or ${sum - own} without`,
      { path: `fees.${direction}` },
    );
  }
}

const reading = { effect: ['read'], evidence: 'document', source: 'document 2, Memory pool entry' } as const;

export const mempoolEntryInvariants: readonly Case[] = [
  invariant({
    ...reading,
    id: 'mempool-entries/ancestors',
    text: 'ancestorcount, ancestorsize and fees.ancestor cover the transactions in getmempoolancestors and the transaction itself.',
    methods: ['getmempoolentry', 'getmempoolancestors', 'getrawtransaction', 'getrawmempool'],
    run: (t) => checkSums(t, 'ancestor'),
  }),
  invariant({
    ...reading,
    id: 'mempool-entries/descendants',
    text: 'descendantcount, descendantsize and fees.descendant cover the transactions in getmempooldescendants and the transaction itself.',
    methods: ['getmempoolentry', 'getmempooldescendants', 'getrawtransaction', 'getrawmempool'],
    run: (t) => checkSums(t, 'descendant'),
  }),
  invariant({
    ...reading,
    id: 'mempool-entries/inverse',
    text: 'A transaction of the pool is an ancestor of exactly its descendants.',
    evidence: 'standard',
    source: 'arithmetic',
    methods: ['getmempoolancestors', 'getmempooldescendants', 'getrawmempool'],
    run: async (t) => {
      const txids = await somePool(t);
      const pairs = new Map<Direction, string[]>();
      for (const direction of ['ancestor', 'descendant'] as const) {
        const found: string[] = [];
        for (const txid of txids) {
          for (const other of await relatives(t, direction, txid)) {
            if (txids.includes(other)) found.push(direction === 'ancestor' ? `${other} before ${txid}` : `${txid} before ${other}`);
          }
        }
        pairs.set(direction, found.sort());
      }
      t.equal(
        pairs.get('descendant'),
        pairs.get('ancestor'),
        'the list of pairs from getmempooldescendants (compared with getmempoolancestors)',
      );
      t.ok(
        (pairs.get('ancestor')?.length ?? 0) >= 3,
        'fewer than three pairs of ancestor and descendant are listed, expected at least three for a chain of three transactions',
      );
    },
  }),
  invariant({
    ...reading,
    id: 'mempool-entries/family',
    text: 'In a chain of three pool transactions, the ancestors of each are all before it and its descendants all after it.',
    methods: ['getmempoolancestors', 'getmempooldescendants', 'getmempoolentry'],
    run: async (t) => {
      const { txids } = await t.world.use('unconfirmedChain');
      for (const [index, txid] of txids.entries()) {
        t.equal(
          (await relatives(t, 'ancestor', txid)).toSorted(),
          txids.slice(0, index).sort(),
          `the list of ancestors of transaction ${index + 1} of the chain`,
        );
        t.equal(
          (await relatives(t, 'descendant', txid)).toSorted(),
          txids.slice(index + 1).sort(),
          `the list of descendants of transaction ${index + 1} of the chain`,
        );
        const { depends, spentby } = await poolEntry(t, txid);
        t.equal(depends, txids.slice(Math.max(0, index - 1), index), 'depends', { path: 'depends' });
        t.equal(spentby, txids.slice(index + 1, index + 2), 'spentby', { path: 'spentby' });
      }
    },
  }),
  invariant({
    ...reading,
    id: 'mempool-entries/parents',
    text: 'depends lists the pool transactions whose outputs the inputs spend, and spentby is its inverse.',
    methods: ['getmempoolentry', 'getrawtransaction', 'getrawmempool'],
    run: async (t) => {
      const { txids } = await t.world.use('unconfirmedChain');
      const entries = await poolEntries(t);
      mustBeIn(t, Object.keys(entries), txids);
      const parents: string[] = [];
      const children: string[] = [];
      for (const [txid, { depends, spentby }] of Object.entries(entries)) {
        const { vin } = await poolTransaction(t, txid);
        const wanted = [...new Set(vin.map((input) => input.txid))].filter((id) => id !== undefined && Object.hasOwn(entries, id));
        t.equal([...depends].sort(), wanted.sort(), 'depends (compared with the inputs)', { path: 'depends' });
        parents.push(...depends.map((parent) => `${parent} before ${txid}`));
        children.push(...spentby.map((child) => `${txid} before ${child}`));
      }
      t.equal(children.sort(), parents.sort(), 'the list of pairs from spentby (compared with depends)', { path: 'spentby' });
    },
  }),
  invariant({
    ...reading,
    id: 'mempool-entries/same-everywhere',
    text: 'A pool entry is the same in every method that returns it.',
    methods: ['getrawmempool', 'getmempoolentry', 'getmempoolancestors', 'getmempooldescendants'],
    run: async (t) => {
      const {
        txids: [first, second, third],
      } = await t.world.use('unconfirmedChain');
      const all = await poolEntries(t);
      const before = await t.result('getmempoolancestors', { txid: third, verbose: true });
      const after = await t.result('getmempooldescendants', { txid: first, verbose: true });
      t.equal(Object.keys(before).sort(), [first, second].sort(), 'the list of ancestors in the verbose form');
      t.equal(Object.keys(after).sort(), [second, third].sort(), 'the list of descendants in the verbose form');
      for (const [txid, lists] of [
        [first, [all, before]],
        [second, [all, before, after]],
        [third, [all, after]],
      ] as const) {
        const entry = await poolEntry(t, txid);
        for (const list of lists) t.equal(list[txid], entry, 'the entry in a list (compared with getmempoolentry)');
      }
    },
  }),
  invariant({
    ...reading,
    ...statements.poolList,
    methods: ['getrawmempool', 'getmempoolinfo'],
    run: async (t) => {
      const { txids } = await t.world.use('unconfirmedChain');
      const list = await poolIds(t);
      t.equal([...list].sort(), Object.keys(await poolEntries(t)).sort(), 'the list of txids without verbose (compared with verbose)');
      t.equal(new Set(list).size, list.length, 'the number of different txids');
      mustBeIn(t, list, txids);
      t.equal((await t.result('getmempoolinfo')).size, list.length, 'size in getmempoolinfo', { path: 'size' });
    },
  }),
  invariant({
    ...reading,
    id: 'mempool-entries/bytes',
    text: 'bytes in getmempoolinfo is the sum of the sizes of the transactions, and grows by the size of each new one.',
    effect: ['wallet'],
    evidence: 'standard',
    source: 'arithmetic',
    methods: ['getmempoolinfo', 'getrawtransaction', 'getrawmempool'],
    run: async (t) => {
      await reserveCoins(t, 1);
      const before = await t.result('getmempoolinfo');
      const { txid, hex } = await payFromTrial(t, [{ address: await foreignAddress(t), amountSat: randomAmountSat(t) }]);
      const after = await t.result('getmempoolinfo');
      t.equal(after.size, before.size + 1, 'size after one more transaction', { path: 'size' });
      const { vsize } = await poolTransaction(t, txid);
      // The documents leave open whether bytes are virtual bytes.
      const grown = after.bytes - before.bytes;
      t.ok(
        grown === vsize || grown === hex.length / 2,
        `bytes grew by ${grown}, expected ${hex.length / 2} (size of the new transaction) or ${vsize} (virtual size)`,
        { path: 'bytes' },
      );
      const pool = await poolIds(t);
      mustBeIn(t, pool, [txid]);
      if (pool.length > MAX_POOL) return;
      let [size, virtualSize] = [0, 0];
      for (const txid of pool) {
        const transaction = await poolTransaction(t, txid);
        size += transaction.size;
        virtualSize += transaction.vsize;
      }
      // Other users of a node may have sent transactions meanwhile.
      if ((await t.result('getmempoolinfo')).size !== pool.length) return;
      t.ok(
        after.bytes === size || after.bytes === virtualSize,
        `bytes is ${after.bytes}, expected ${size} (the sum of the sizes of all transactions) or ${virtualSize} (of their virtual sizes)`,
        { path: 'bytes' },
      );
    },
  }),
  invariant({
    ...reading,
    id: 'mempool-entries/wtxid',
    text: 'The wtxid of a pool entry is the hash of the transaction with its witness.',
    source: 'document 2, Memory pool entry; BIP 141',
    methods: ['getmempoolentry', 'getrawtransaction', 'getrawmempool'],
    run: async (t) => {
      for (const txid of await somePool(t))
        t.equal(
          (await poolEntry(t, txid)).wtxid,
          (await poolTransaction(t, txid)).hash,
          'wtxid (compared with hash in getrawtransaction)',
          {
            path: 'wtxid',
          },
        );
    },
  }),
  invariant({
    ...reading,
    id: 'mempool-entries/wallet-fee',
    text: 'The fee of a pool entry is the negated fee of the wallet transaction.',
    methods: ['getmempoolentry', 'gettransaction', 'listtransactions'],
    run: async (t) => {
      const { txid } = await t.world.use('walletUnconfirmedSend');
      const { base, modified } = (await poolEntry(t, txid)).fees;
      const baseSat = amountSat(t, base, 'fees.base');
      const inWallet = await t.result('gettransaction', { txid });
      t.equal(amountSat(t, inWallet.fee, 'fee'), -baseSat, 'fee in gettransaction (compared with fees.base of the entry)', { path: 'fee' });
      const listed = (await t.result('listtransactions', { label: '*', count: 1000 })).find(
        (entry) => entry.txid === txid && entry.fee !== undefined,
      );
      t.equal(
        amountSat(t, present(t, listed, `listtransactions has no fee for the sent transaction ${txid}`).fee, 'fee'),
        -baseSat,
        'fee in listtransactions',
        { path: 'fee' },
      );
      t.equal(amountSat(t, modified, 'fees.modified'), baseSat, 'fees.modified of a transaction that was not prioritised', {
        path: 'fees.modified',
      });
    },
  }),
  invariant({
    ...reading,
    id: 'mempool-entries/height-and-time',
    text: 'The time of a pool entry lies between the last block and now, and its height is that of the last block.',
    effect: ['chain', 'wallet'],
    methods: ['getmempoolentry', 'gettransaction', 'getblockcount'],
    run: async (t) => {
      await t.world.fresh('spendable');
      await t.world.mine(1);
      const { txid } = await t.world.fresh('unconfirmedSend');
      const { height, time } = await poolEntry(t, txid);
      t.equal(height, await t.result('getblockcount'), 'height', { path: 'height' });
      const { timereceived } = await t.result('gettransaction', { txid });
      t.ok(
        Math.abs(time - timereceived) <= 10,
        `the time of a pool entry is ${time}, expected at most 10 s from timereceived in the wallet, ${timereceived}`,
        {
          path: 'time',
        },
      );
    },
  }),
];
