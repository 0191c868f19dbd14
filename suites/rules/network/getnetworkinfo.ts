import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import { formatSat, satoshis } from '../../../client/wire-json.ts';
import { signed } from '../../../fixtures/world/ingredients/signing.ts';
import type { SpendableOutput } from '../../../fixtures/world/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { parseTransaction, vsizeOf } from '../../../oracles/transaction.ts';
import { decoded } from '../../support/decoded.ts';
import { rule } from '../rule.ts';

/** A signed transaction that sends a coin, less this fee, to an address outside the wallet. */
async function paying(
  t: Trial,
  { txid, vout, amountSat }: SpendableOutput,
  feeSat: bigint,
  replaceable: boolean,
): Promise<{ hex: string; vsize: bigint }> {
  const { addresses } = await t.world.use('foreignKey');
  const outputs = [{ [addresses.bech32]: formatSat(amountSat - feeSat) }];
  const hex = await signed(
    t.world,
    await t.world.result('createrawtransaction', { inputs: [{ txid, vout }], outputs, locktime: 0, replaceable }),
  );
  return { hex, vsize: BigInt(vsizeOf(decoded(t, 'the signed transaction', () => parseTransaction(hex)))) };
}

async function isAllowed(t: Trial, hex: string): Promise<boolean> {
  const [answer] = await t.result('testmempoolaccept', { rawtxs: [hex] });
  return answer?.allowed === true;
}

/** The fee for a size at a rate in satoshis per 1,000 bytes, rounded up. */
const feeAt = (rateSat: bigint, vsize: bigint): bigint => (rateSat * vsize + 999n) / 1000n;

export const getnetworkinfoRules: readonly Case[] = [
  rule({
    rule: 'getnetworkinfo/relayfee',
    effect: ['read'],
    uses: ['testmempoolaccept', 'getmempoolinfo'],
    run: async (t) => {
      const { relayfee } = await t.result('getnetworkinfo');
      const rateSat = satoshis(relayfee);
      if (rateSat <= 0n) t.inapplicable('the node relays transactions without a fee');
      const { mempoolminfee } = await t.result('getmempoolinfo');
      if (satoshis(mempoolminfee) > rateSat) t.inapplicable('mempoolminfee is above relayfee because the pool is full');
      const coin = await t.world.fresh('spendable');
      const { vsize } = await paying(t, coin, 10_000n, false);
      // Signatures differ in size by a byte, so the rate is not tested to the satoshi.
      const low = await paying(t, coin, feeAt(rateSat, vsize) / 2n, false);
      const high = await paying(t, coin, feeAt(rateSat, vsize) * 2n, false);
      t.ok(
        !(await isAllowed(t, low.hex)),
        `relayfee is ${formatSat(rateSat)} per kB, but the pool accepts a transaction that pays half of it`,
        { path: 'relayfee' },
      );
      t.ok(
        await isAllowed(t, high.hex),
        `relayfee is ${formatSat(rateSat)} per kB, but the pool rejects a transaction that pays twice as much`,
        { path: 'relayfee' },
      );
    },
  }),
  rule({
    rule: 'getnetworkinfo/incrementalfee',
    effect: ['wallet', 'chain'],
    uses: ['testmempoolaccept', 'sendrawtransaction'],
    run: async (t) => {
      const { incrementalfee } = await t.result('getnetworkinfo');
      const rateSat = satoshis(incrementalfee);
      if (rateSat <= 0n) t.inapplicable('incrementalfee is 0, so a replacement need not pay more');
      const coin = await t.world.fresh('spendable');
      const feeSat = await feeFor(t.world, { usualSat: 20_000n });
      const first = await paying(t, coin, feeSat, true);
      await sendTransaction(t.world, first.hex);
      const much = await paying(t, coin, feeSat * 4n, true);
      if (!(await isAllowed(t, much.hex))) t.inapplicable('the pool of this node replaces no transaction');
      const step = feeAt(rateSat, first.vsize);
      const low = await paying(t, coin, feeSat + step / 2n, true);
      const high = await paying(t, coin, feeSat + step * 2n, true);
      t.ok(
        !(await isAllowed(t, low.hex)),
        `incrementalfee is ${formatSat(rateSat)} per kB, but the pool accepts a replacement that adds half of it`,
        { path: 'incrementalfee' },
      );
      t.ok(
        await isAllowed(t, high.hex),
        `incrementalfee is ${formatSat(rateSat)} per kB, but the pool rejects a replacement that adds twice as much`,
        { path: 'incrementalfee' },
      );
    },
  }),
];
