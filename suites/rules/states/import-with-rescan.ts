import { satoshis } from '../../../client/wire-json.ts';
import { newLabel } from '../../../fixtures/world/ingredients/addresses.ts';
import { pay } from '../../../fixtures/world/ingredients/payments.ts';
import type { ForeignKey } from '../../../fixtures/world/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import type { MethodId } from '../../../specs/model/generated/wire.d.ts';
import { row } from '../row.ts';
import { lists, withWallet } from '../support/own-wallet.ts';

interface ImportCall {
  readonly method: MethodId;
  readonly rescan: (t: Trial, wallet: string, key: ForeignKey) => Promise<unknown>;
  /** Whether the wallet can spend with the imported data. */
  readonly spendable: boolean;
}

/** Every import call that can rescan. */
const imports: readonly ImportCall[] = [
  {
    method: 'importaddress',
    rescan: (t, wallet, { addresses }) =>
      t.result('importaddress', { address: addresses.bech32, label: newLabel(t.world), rescan: true }, { wallet }),
    spendable: false,
  },
  {
    method: 'importpubkey',
    rescan: (t, wallet, { publicKey }) =>
      t.result('importpubkey', { pubkey: publicKey, label: newLabel(t.world), rescan: true }, { wallet }),
    spendable: false,
  },
  {
    method: 'importprivkey',
    rescan: (t, wallet, { wif }) => t.result('importprivkey', { privkey: wif, label: newLabel(t.world), rescan: true }, { wallet }),
    spendable: true,
  },
  {
    method: 'importmulti',
    rescan: (t, wallet, { addresses }) =>
      t.result(
        'importmulti',
        { requests: [{ scriptPubKey: { address: addresses.bech32 }, timestamp: 0, watchonly: true }], options: { rescan: true } },
        { wallet },
      ),
    spendable: false,
  },
];

/** Checked after the rescan: the documents leave open what the wallet shows during it. */
async function judge(t: Trial): Promise<void> {
  const paid: { readonly key: ForeignKey; readonly txid: string; readonly amountSat: bigint }[] = [];
  for (const _ of imports) {
    const key = await t.world.fresh('foreignKey');
    paid.push({ key, ...(await pay(t.world, key.addresses.bech32, false)) });
  }
  await t.world.mine(1);
  await withWallet(t, async (wallet) => {
    for (const [index, { method, rescan, spendable }] of imports.entries()) {
      const { key, txid, amountSat } = paid[index] as (typeof paid)[number];
      await rescan(t, wallet, key);
      t.ok(await lists(t, wallet, txid), `the wallet does not list an earlier payment after ${method} with rescan true`, {
        path: `${method}.transactions`,
      });
      const unspent = await t.result('listunspent', { minconf: 1, maxconf: 9_999_999, addresses: [key.addresses.bech32] }, { wallet });
      const shown = unspent.map((one) => [one.txid, satoshis(one.amount), one.spendable]);
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
