import type { Wire } from '../../../specs/model/wire.ts';
import { satoshis } from '../../../client/wire-json.ts';
import { newLabel } from '../../../fixtures/world/ingredients/addresses.ts';
import { pay } from '../../../fixtures/world/ingredients/payments.ts';
import type { ForeignKey } from '../../../fixtures/world/types.ts';
import type { Arguments } from '../../../fixtures/world/service.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { row } from '../row.ts';
import { lists, withWallet } from '../support/own-wallet.ts';

/** Every import call that can rescan, each with the arguments for a key, and whether the wallet can spend with it then. */
const imports: readonly { readonly method: string; readonly args: (key: ForeignKey, label: string) => Arguments; readonly spendable: boolean }[] = [
  { method: 'importaddress', args: ({ addresses }, label) => ({ address: addresses.bech32, label, rescan: true }), spendable: false },
  { method: 'importpubkey', args: ({ publicKey }, label) => ({ pubkey: publicKey, label, rescan: true }), spendable: false },
  { method: 'importprivkey', args: ({ wif }, label) => ({ privkey: wif, label, rescan: true }), spendable: true },
  {
    method: 'importmulti',
    args: ({ addresses }) => ({ requests: [{ scriptPubKey: { address: addresses.bech32 }, timestamp: 0, watchonly: true }], options: { rescan: true } }),
    spendable: false,
  },
];

interface Unspent {
  readonly txid: string;
  readonly amount: Wire;
  readonly spendable: boolean;
}

/** While it runs anything may be shown; so it is judged by what is shown once it is over. */
async function judge(t: Trial): Promise<void> {
  const paid: { readonly key: ForeignKey; readonly txid: string; readonly amountSat: bigint }[] = [];
  for (const _ of imports) {
    const key = await t.world.fresh('foreignKey');
    paid.push({ key, ...(await pay(t.world, key.addresses.bech32, false)) });
  }
  await t.world.mine(1);
  await withWallet(t, async (wallet) => {
    for (const [index, { method, args, spendable }] of imports.entries()) {
      const { key, txid, amountSat } = paid[index] as (typeof paid)[number];
      await t.result(method, args(key, newLabel(t.world)), { wallet });
      t.ok(await lists(t, wallet, txid), `${method} with rescan true is answered, and the wallet does not list what was paid before it`, { path: `${method}.transactions` });
      const unspent = await t.result<Unspent[]>('listunspent', { minconf: 1, maxconf: 9_999_999, addresses: [key.addresses.bech32] }, { wallet });
      const shown = unspent.map((one) => [one.txid, satoshis(one.amount), one.spendable]);
      t.equal(shown, [[txid, amountSat, spendable]], `what listunspent shows (txid, satoshis, spendable) once ${method} with rescan true is answered`, { path: `${method}.unspent` });
    }
  });
}

export const importRescanRules: readonly Case[] = [
  row({ table: 'states', row: 'import-with-rescan', effect: ['wallet', 'chain'], uses: ['listtransactions', 'listunspent', 'importpubkey', 'importprivkey', 'importmulti'], run: judge }),
];
