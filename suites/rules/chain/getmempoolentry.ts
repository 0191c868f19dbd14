import type { MempoolEntry } from '../../../specs/model/generated/wire.d.ts';
import { formatSat, satoshis } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import type { RawTransaction } from '../../../oracles/transaction.ts';
import { PoolModel } from '../../support/pool-model.ts';
import { rule } from '../rule.ts';
import { feeOf } from '../support/fees.ts';
import { onlyInPool } from '../support/pool-membership.ts';
import { rawTransaction } from '../support/raw-transaction.ts';

/** A fee delta in satoshis that keeps a transaction out of blocks. */
const PUT_OFF_SAT = 100_000_000;

/** The transactions of the pool, read from the node. */
async function readPool(t: Trial): Promise<PoolModel> {
  const transactions = new Map<string, RawTransaction>();
  for (const txid of await t.result('getrawmempool')) transactions.set(txid, await rawTransaction(t, txid));
  return new PoolModel(t, transactions);
}

/** Calls `check` for each transaction of a chain in the pool, with its entry and the computed pool. */
async function eachOfChain(t: Trial, check: (entry: MempoolEntry, txid: string, pool: PoolModel) => void): Promise<void> {
  const { txids } = await t.world.use('unconfirmedChain');
  const pool = await readPool(t);
  for (const txid of txids) check(await t.result('getmempoolentry', { txid }), txid, pool);
}

export const getmempoolentryRules: readonly Case[] = [
  rule({ rule: 'getmempoolentry/in-pool', effect: ['read'], run: (t) => onlyInPool(t, 'getmempoolentry') }),
  rule({
    rule: 'getmempoolentry/virtual-size',
    effect: ['read'],
    uses: ['getrawmempool', 'getrawtransaction'],
    run: (t) =>
      eachOfChain(t, ({ size }, txid, pool) =>
        t.equal(size, pool.vsize([txid]), 'size of a transaction with witness (compared with its vsize)', { path: 'size' }),
      ),
  }),
  rule({
    rule: 'getmempoolentry/time',
    effect: ['wallet'],
    run: async (t) => {
      const now = async (): Promise<number> => (await t.world.result('getnettotals')).timemillis / 1000;
      const before = Math.floor(await now());
      const { txid } = await t.world.fresh('unconfirmedSend');
      const after = Math.ceil(await now());
      const { time } = await t.result('getmempoolentry', { txid });
      t.ok(time >= before && time <= after, `time is ${time}, expected ${before} to ${after}, when the transaction entered the pool`, {
        path: 'time',
      });
    },
  }),
  rule({
    rule: 'getmempoolentry/height',
    effect: ['chain', 'wallet'],
    uses: ['getblockcount'],
    run: async (t) => {
      const { txid } = await t.world.fresh('unconfirmedSend');
      const height = await t.world.result('getblockcount');
      t.equal((await t.result('getmempoolentry', { txid })).height, height, 'height of a new pool transaction', {
        path: 'height',
      });
      await t.world.result('prioritisetransaction', { txid, fee_delta: -PUT_OFF_SAT });
      try {
        await t.world.mine(2);
        t.equal((await t.result('getmempoolentry', { txid })).height, height, 'height of a pool transaction after two blocks without it', {
          path: 'height',
        });
      } finally {
        await t.world.result('prioritisetransaction', { txid, fee_delta: PUT_OFF_SAT });
      }
    },
  }),
  rule({
    rule: 'getmempoolentry/fees-unit',
    effect: ['read'],
    uses: ['getrawmempool', 'getrawtransaction'],
    run: async (t) => {
      const { txids } = await t.world.use('unconfirmedChain');
      const pool = await readPool(t);
      const feeSat = async (list: readonly string[]): Promise<bigint> => {
        let sum = 0n;
        for (const txid of list) sum += await feeOf(t, pool.transaction(txid));
        return sum;
      };
      for (const txid of txids) {
        const { fees } = await t.result('getmempoolentry', { txid });
        const own = await feeSat([txid]);
        t.equal(fees.base, formatSat(own), 'fees.base', { path: 'fees.base' });
        for (const [name, list] of [
          ['ancestor', pool.ancestors(txid)],
          ['descendant', pool.descendants(txid)],
        ] as const) {
          const all = await feeSat(list);
          const said = satoshis(fees[name]);
          // The documents say for counts and sizes only whether the transaction itself is included.
          t.ok(
            said === all || said === all - own,
            `fees.${name} is ${said} sat, expected ${all} with the transaction itself or ${all - own} without`,
            { path: `fees.${name}` },
          );
        }
      }
    },
  }),
  rule({
    rule: 'getmempoolentry/depends',
    effect: ['read'],
    uses: ['getrawmempool', 'getrawtransaction'],
    run: (t) =>
      eachOfChain(t, ({ depends }, txid, pool) =>
        t.equal([...depends].sort(), pool.parents(txid).sort(), 'the list of unconfirmed parents', { path: 'depends' }),
      ),
  }),
  rule({
    rule: 'getmempoolentry/spentby',
    effect: ['read'],
    uses: ['getrawmempool', 'getrawtransaction'],
    run: (t) =>
      eachOfChain(t, ({ spentby }, txid, pool) =>
        t.equal([...spentby].sort(), pool.children(txid).sort(), 'the list of unconfirmed children', { path: 'spentby' }),
      ),
  }),
  rule({
    rule: 'getmempoolentry/counts-itself',
    effect: ['read'],
    uses: ['getrawmempool', 'getrawtransaction'],
    run: (t) =>
      eachOfChain(t, (entry, txid, pool) => {
        t.equal(entry.ancestorcount, pool.ancestors(txid).length, 'ancestorcount', { path: 'ancestorcount' });
        t.equal(entry.descendantcount, pool.descendants(txid).length, 'descendantcount', { path: 'descendantcount' });
      }),
  }),
  rule({
    rule: 'getmempoolentry/sizes-itself',
    effect: ['read'],
    uses: ['getrawmempool', 'getrawtransaction'],
    run: (t) =>
      eachOfChain(t, (entry, txid, pool) => {
        t.equal(entry.ancestorsize, pool.vsize(pool.ancestors(txid)), 'ancestorsize', { path: 'ancestorsize' });
        t.equal(entry.descendantsize, pool.vsize(pool.descendants(txid)), 'descendantsize', { path: 'descendantsize' });
      }),
  }),
];
