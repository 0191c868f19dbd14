import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import { formatSat, satoshis } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { parseTransaction, vsizeOf, type TxOutput } from '../../../oracles/transaction.ts';
import { checkedResult } from '../../support/checked-result.ts';
import { rule } from '../rule.ts';
import { decoded } from '../../support/decoded.ts';
import { withMockTime } from '../../support/mock-time.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { makeOpenCoins, openScript, spendOpen, type OpenCoin } from '../support/open-coins.ts';

/** The smallest maximum size of a pool that nodes of the family accept. */
const SMALL_POOL = '-maxmempool=5';
/** More than fit into it. */
const LARGE_TRANSACTIONS = 40;
/** With as many, a transaction is just below the maximum standard size. */
const LARGE_OUTPUTS = 2_200;
/** Longer than a pool of the family requires a raised fee after a block. */
const HOURS_S = 3 * 24 * 60 * 60;
/** Above dust for every node of the family. */
const OUTPUT_SAT = 5_000n;

/** The outputs of a transaction that pays this fee with an open coin. */
const outputsOf = ({ valueSat }: OpenCoin, count: number, feeSat: bigint): TxOutput[] =>
  Array.from({ length: count }, (_, index) => ({
    valueSat: index > 0 ? OUTPUT_SAT : valueSat - feeSat - OUTPUT_SAT * BigInt(count - 1),
    script: openScript,
  }));

/**
 * Makes transactions with this number of outputs, all of the same size, as hex. `rateSat`: fee rate in satoshis per 1000
 * virtual bytes.
 */
function payer(count: number, like: OpenCoin): (coin: OpenCoin, rateSat: bigint) => string {
  const size = BigInt(vsizeOf(spendOpen(like, outputsOf(like, count, 0n))));
  return (coin, rateSat) => toHex(spendOpen(coin, outputsOf(coin, count, (rateSat * size + 999n) / 1000n)).bytes);
}

/** Sends transactions with rising fee rates until the pool requires more than the minimum relay fee. Returns what it requires. */
async function filledPool(t: Trial, coins: readonly OpenCoin[], relaySat: bigint): Promise<bigint> {
  const pay = payer(LARGE_OUTPUTS, coins[0] as OpenCoin);
  for (const [sent, coin] of coins.entries()) {
    await sendTransaction(t.world, pay(coin, relaySat * BigInt(2 + 3 * sent)));
    const leastSat = satoshis((await t.result('getmempoolinfo')).mempoolminfee);
    if (leastSat > relaySat) return leastSat;
  }
  return relaySat;
}

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

/** Checks that the pool requires mempoolminfee, `leastSat` for 1000 virtual bytes, of a transaction that is not sent. */
async function judgeLeast(t: Trial, coin: OpenCoin, leastSat: bigint, when: string): Promise<void> {
  const pay = payer(1, coin);
  for (const [percent, expected] of [
    [90n, false],
    [110n, true],
  ] as const) {
    const [answer] = await t.result('testmempoolaccept', { rawtxs: [pay(coin, (leastSat * percent) / 100n)] });
    t.equal(answer?.allowed, expected, `allowed for a transaction that pays ${percent} % of the mempoolminfee ${when}`, {
      path: 'mempoolminfee',
    });
  }
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
      await checkedResult(t, 'getmempoolinfo');
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
    rule: 'getmempoolinfo/mempoolminfee',
    case: 'full',
    effect: ['process'],
    ownNode: true,
    uses: ['getblock', 'testmempoolaccept'],
    run: async (t) => {
      if (!t.target.capabilities.restart) t.inapplicable('Pyx cannot restart the node of this target with a small memory pool');
      await t.node.restart([SMALL_POOL]);
      await t.world.use('wallet');
      const { minrelaytxfee, maxmempool } = await t.result('getmempoolinfo');
      if (maxmempool > 5_000_000) t.inapplicable(`the node does not limit its memory pool with ${SMALL_POOL}: maxmempool is ${maxmempool}`);
      const relaySat = satoshis(minrelaytxfee);
      const [coin, ...coins] = (await makeOpenCoins(t, 1 + LARGE_TRANSACTIONS)) as [OpenCoin, ...OpenCoin[]];
      const leastSat = await filledPool(t, coins, relaySat);
      const what = `mempoolminfee is ${leastSat} satoshis per kB after ${LARGE_TRANSACTIONS} large transactions for a pool of ${maxmempool} bytes`;
      if (!t.ok(leastSat > relaySat, `${what}, expected more than minrelaytxfee: the pool is full`, { path: 'mempoolminfee' })) return;
      await judgeLeast(t, coin, leastSat, 'of a full pool');
      // With blocks and time it may fall; what it says holds then too.
      await withMockTime(t, async (at) => {
        const start = Math.floor(Date.now() / 1000);
        for (const laterS of [0, 20, HOURS_S]) {
          await t.world.mine(1);
          await at(start + laterS);
          const now = satoshis((await t.result('getmempoolinfo')).mempoolminfee);
          const when = `${laterS} s later, after a block took the transactions of the full pool`;
          if (
            !t.ok(now >= relaySat, `mempoolminfee is ${now} satoshis per kB ${when}, expected at least minrelaytxfee`, {
              path: 'mempoolminfee',
            })
          )
            return;
          await judgeLeast(t, coin, now, when);
        }
      });
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
