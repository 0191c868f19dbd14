import { formatSat, satoshis } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { parseTransaction, vsizeOf } from '../../../oracles/transaction.ts';
import { rule } from '../rule.ts';
import { decoded } from '../../support/decoded.ts';

/** Whether the pool would accept a transaction with this fee; it has one input and one output, and is not sent. */
async function accepted(
  t: Trial,
  coin: { txid: string; vout: number; amountSat: bigint },
  feeSat: bigint,
): Promise<{ allowed: boolean; vsize: number }> {
  const { address } = await t.world.use('bech32Address');
  const hexstring = await t.world.result('createrawtransaction', {
    inputs: [{ txid: coin.txid, vout: coin.vout }],
    outputs: [{ [address]: formatSat(coin.amountSat - feeSat) }],
  });
  const { hex } = await t.world.result('signrawtransactionwithwallet', { hexstring });
  const [answer] = await t.world.result('testmempoolaccept', { rawtxs: [hex] });
  return { allowed: answer?.allowed === true, vsize: vsizeOf(decoded(t, 'a signed transaction', () => parseTransaction(hex))) };
}

export const getmempoolinfoRules: readonly Case[] = [
  rule({
    rule: 'getmempoolinfo/size',
    effect: ['read'],
    uses: ['getrawmempool'],
    run: async (t) => {
      await t.world.use('unconfirmedChain');
      const txids = await t.result('getrawmempool');
      t.equal((await t.result('getmempoolinfo')).size, txids.length, 'the size of the pool', { path: 'size' });
    },
  }),
  rule({
    rule: 'getmempoolinfo/mempoolminfee',
    effect: ['read'],
    run: async (t) => {
      const { mempoolminfee, minrelaytxfee, usage, maxmempool } = await t.result('getmempoolinfo');
      t.ok(
        satoshis(mempoolminfee) >= satoshis(minrelaytxfee),
        `mempoolminfee is ${String(mempoolminfee)}, expected at least minrelaytxfee, ${String(minrelaytxfee)}`,
        { path: 'mempoolminfee' },
      );
      // A pool that was never full has no higher minimum; that is known only for nodes that Pyx starts.
      if (t.target.capabilities.startNodes && usage * 2 < maxmempool) {
        t.equal(mempoolminfee, minrelaytxfee, 'mempoolminfee of a pool that was never full', { path: 'mempoolminfee' });
      }
    },
  }),
  rule({
    rule: 'getmempoolinfo/fee-unit',
    effect: ['read'],
    run: async (t) => {
      const { mempoolminfee } = await t.result('getmempoolinfo');
      const rateSat = satoshis(mempoolminfee); // for 1000 virtual bytes, if the unit is as documented
      if (rateSat === 0n) t.inapplicable('the pool requires no fee');
      const coin = await t.world.fresh('spendable');
      const { vsize } = await accepted(t, coin, 10_000n);
      const leastSat = (rateSat * BigInt(vsize) + 999n) / 1000n;
      if (
        !t.ok(
          leastSat * 2n < coin.amountSat,
          `by mempoolminfee a transaction of ${vsize} virtual bytes must pay ${leastSat} satoshis, expected less than half of a coin of ${coin.amountSat} satoshis`,
          { path: 'mempoolminfee' },
        )
      )
        return;
      const above = await accepted(t, coin, leastSat * 2n);
      t.ok(above.allowed, `the pool refuses a transaction that pays ${leastSat * 2n} satoshis, twice mempoolminfee (in coins per kB)`, {
        path: 'mempoolminfee',
      });
      const below = await accepted(t, coin, leastSat / 2n);
      t.ok(!below.allowed, `the pool accepts a transaction that pays ${leastSat / 2n} satoshis, half of mempoolminfee (in coins per kB)`, {
        path: 'mempoolminfee',
      });
    },
  }),
];
