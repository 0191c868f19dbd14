import { formatSat } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import { vsizeOf } from '../../../oracles/transaction.ts';
import { rule } from '../rule.ts';
import { feeOf } from '../support/fees.ts';
import { inFundedWallet } from '../support/funded-wallet.ts';
import { rawTransaction } from '../support/raw-transaction.ts';

const COIN = 100_000_000n;

export const settxfeeRules: readonly Case[] = [
  rule({
    rule: 'settxfee/overrides',
    effect: ['wallet', 'chain'],
    profile: 'options',
    uses: ['sendtoaddress', 'getwalletinfo', 'getrawtransaction'],
    run: async (t) =>
      inFundedWallet(t, [COIN], async ({ name: wallet }) => {
        const { paytxfee: option } = await t.result('getwalletinfo', {}, { wallet });
        t.equal(option, formatSat(50_000n), 'paytxfee of a wallet on a node with -paytxfee=0.0005', { path: 'paytxfee' });
        const rateSat = BigInt(t.random.integer(100_000, 200_000));
        try {
          t.equal(await t.result('settxfee', { amount: formatSat(rateSat) }, { wallet }), true, 'the result of settxfee');
          const { paytxfee } = await t.result('getwalletinfo', {}, { wallet });
          t.equal(paytxfee, formatSat(rateSat), 'paytxfee after settxfee', { path: 'paytxfee' });
          const { addresses } = await t.world.use('foreignKey');
          const txid = await t.result('sendtoaddress', { address: addresses.bech32, amount: '0.1' }, { wallet });
          const transaction = await rawTransaction(t, txid);
          const feeSat = await feeOf(t, transaction);
          const dueSat = (rateSat * BigInt(vsizeOf(transaction))) / 1000n;
          // A wallet only estimates the size of its signatures when it sets the fee.
          const near = feeSat >= (dueSat * 95n) / 100n && feeSat <= (dueSat * 105n) / 100n;
          t.ok(near, `the fee of a transaction is ${feeSat} sat, expected about ${dueSat} sat at the rate set`, { path: 'fee' });
        } finally {
          // On some nodes the rate applies to all wallets.
          await t.world.result('settxfee', { amount: '0.0005' }, { wallet });
        }
      }),
  }),
];
