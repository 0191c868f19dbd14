import { satoshis } from '../../../client/wire-json.ts';
import { pay } from '../../../fixtures/world/ingredients/payments.ts';
import type { ForeignKey } from '../../../fixtures/world/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { IMPORT_CALLS } from '../../support/import-calls.ts';
import { row } from '../row.ts';
import { lists, withWallet } from '../support/own-wallet.ts';

/** Checked after the rescan: the documents leave open what the wallet shows during it. */
async function judge(t: Trial): Promise<void> {
  const paid: { readonly key: ForeignKey; readonly txid: string; readonly amountSat: bigint }[] = [];
  for (const _ of IMPORT_CALLS) {
    const key = await t.world.fresh('foreignKey');
    paid.push({ key, ...(await pay(t.world, key.addresses.bech32, false)) });
  }
  await t.world.mine(1);
  await withWallet(t, async (wallet) => {
    for (const [index, { method, make, spendable }] of IMPORT_CALLS.entries()) {
      const { key, txid, amountSat } = paid[index] as (typeof paid)[number];
      await make(t, wallet, key, true);
      t.ok(await lists(t, wallet, txid), `the wallet does not list an earlier payment after ${method} with rescan true`, {
        path: `${method}.transactions`,
      });
      const unspent = await t.result('listunspent', { minconf: 1, maxconf: 9_999_999, addresses: [key.addresses.bech32] }, { wallet });
      const shown = unspent.map((coin) => [coin.txid, satoshis(coin.amount), coin.spendable]);
      t.equal(
        shown,
        [[txid, amountSat, spendable]],
        `the outputs in listunspent (txid, satoshis, spendable) after ${method} with rescan true`,
        { path: `${method}.unspent` },
      );
    }
  });
}

export const importWithRescanRules: readonly Case[] = [
  row({
    table: 'states',
    row: 'import-with-rescan',
    effect: ['wallet', 'chain'],
    uses: ['listtransactions', 'listunspent', 'importpubkey', 'importprivkey', 'importmulti'],
    run: judge,
  }),
];
