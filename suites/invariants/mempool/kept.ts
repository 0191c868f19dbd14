import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { satoshis } from '../../../client/wire-json.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { vsizeOf } from '../../../oracles/transaction.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { invariant } from '../invariant.ts';
import type { Locked } from '../programs/program.ts';
import { confirmedCoins, Family, familyCalls, memberOf, type Member } from './family.ts';

const FAMILY_SIZE = 12;
/** A node loads its dump after it began to answer. */
const LOADED_WITHIN_MS = 30_000;
/** The smallest maximum size of a pool that nodes of the family accept. */
const SMALL_POOL = '-maxmempool=5';
/** More transactions than fit into it, and their outputs: just below the maximum standard size. */
const LARGE = { count: 27, outputs: 2_200 } as const;
/** Enough for so many outputs above dust. */
const LARGE_COIN_SAT = 40_000_000n;

type Pay = (coin: Locked, rateSat: bigint) => Member;

/** Makes transactions with this number of outputs. `rateSat`: satoshis for 1,000 virtual bytes. */
function payer(t: Trial, like: Locked, outputs: number): Pay {
  const vsize = BigInt(vsizeOf(memberOf(t, [like], { outputs, feeSat: 0n }).transaction));
  return (coin, rateSat) => memberOf(t, [coin], { outputs, feeSat: (rateSat * vsize + 999n) / 1_000n });
}

export const mempoolKeptInvariants: readonly Case[] = [
  invariant({
    id: 'mempool-kept/dumped',
    text: 'After savemempool a node that starts again has the transactions that spend one another in its pool, as they were.',
    effect: ['wallet', 'chain', 'process'],
    ownNode: true,
    evidence: 'document',
    source: 'document 2, Blockchain and memory pool',
    methods: ['savemempool', 'sendrawtransaction', ...familyCalls],
    run: async (t) => {
      if (!t.target.capabilities.restart) t.inapplicable('Pyx cannot restart the node of this target on the same data');
      // Otherwise the node would write the pool to disk when it stops.
      await t.node.restart(['-persistmempool=0']);
      const family = new Family(t);
      await family.grow(await confirmedCoins(t, 6), FAMILY_SIZE);
      await t.result('savemempool');
      await t.node.restart(['-persistmempool=1']);
      await holdsWithin(t, LOADED_WITHIN_MS, async () => {
        const pool = await t.world.result('getrawmempool');
        return family.members.every(({ txid }) => pool.includes(txid));
      });
      await family.judge('after the node started with the dump of its pool');
    },
  }),
  invariant({
    id: 'mempool-kept/full',
    text: 'A pool that is full has what it accepted last, and no transaction without those that it spends.',
    effect: ['wallet', 'chain', 'process'],
    ownNode: true,
    evidence: 'document',
    source: 'document 2, States and transitions, Memory pool entry',
    methods: ['sendrawtransaction', ...familyCalls],
    run: async (t) => {
      if (!t.target.capabilities.restart) t.inapplicable('Pyx cannot restart the node of this target with a small memory pool');
      await t.node.restart([SMALL_POOL]);
      const { maxmempool, minrelaytxfee } = await t.result('getmempoolinfo');
      if (maxmempool > 5_000_000) t.inapplicable(`the node does not limit its memory pool with ${SMALL_POOL}: maxmempool is ${maxmempool}`);
      const relaySat = satoshis(minrelaytxfee);
      const family = new Family(t);
      /** Sends a transaction, which a full pool may refuse. */
      const offered = async (member: Member): Promise<boolean> => {
        const { ok } = await t.call('sendrawtransaction', { hexstring: toHex(member.transaction.bytes) });
        const pool = await t.result('getrawmempool');
        t.equal(pool.includes(member.txid), ok, 'the pool has a transaction that sendrawtransaction accepted, and none that it refused');
        if (ok) family.add(member);
        return ok;
      };
      const coins = await confirmedCoins(t, LARGE.count, LARGE_COIN_SAT);
      const [large, small, last] = [LARGE.outputs, 2, 1].map((outputs) => payer(t, coins[0]!, outputs)) as [Pay, Pay, Pay];
      for (const [sent, coin] of coins.entries()) {
        const rate = (most: number): bigint => relaySat * BigInt(t.random.integer(2, 6 + most));
        const parent = large(coin, rate(0) + relaySat * BigInt(sent));
        if (!(await offered(parent))) continue;
        // Some children pay more than their parents, and some less.
        const child = small(parent.outputs[0]!, rate(2 * sent));
        if (await offered(child)) await offered(last(child.outputs[0]!, rate(2 * sent)));
      }
      const pool = await t.result('getrawmempool');
      const evicted = family.members.filter(({ txid }) => !pool.includes(txid)).map(({ txid }) => txid);
      if (evicted.length === 0) t.inapplicable(`no transaction left a pool of ${maxmempool} bytes after ${LARGE.count} large ones`);
      const orphaned = evicted.flatMap((txid) => family.model.descendants(txid)).filter((txid) => pool.includes(txid));
      t.equal(orphaned, [], 'the list of transactions in the pool that spend an output of one that left it', {
        evidence: 'standard',
        source: 'consensus of the family: what is spent exists',
      });
      family.remove(...evicted);
      await family.judge('after others had left a full pool', evicted);
      await family.mine();
      const left = await t.world.result('getrawmempool');
      family.remove(...family.members.map(({ txid }) => txid).filter((txid) => !left.includes(txid)));
      await family.judge('after a block took transactions of a full pool');
    },
  }),
];
