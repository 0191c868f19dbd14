import type { ListSinceBlockEntry } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { withSpareWallet } from '../../support/spare-wallets.ts';
import { rule } from '../rule.ts';
import { paysOnlyUnlocked } from '../support/locked-payment.ts';
import { refusedIn } from '../support/own-wallet.ts';
import { withReplacementOnly } from '../support/unsafe-replacement.ts';
import { payFromOutside } from '../support/outside-payment.ts';
import { rawTransaction } from '../support/raw-transaction.ts';
import { entriesOf, listed } from '../support/wallet-entries.ts';

/** Pays with a comment in one of the arguments; the wallet must store it, and the transaction must not contain it. */
async function remarkStays(
  t: Trial,
  argument: 'comment' | 'comment_to',
  read: (txid: string) => Promise<readonly ListSinceBlockEntry[]>,
  field: 'comment' | 'to',
): Promise<void> {
  await t.world.use('funds');
  const { addresses } = await t.world.use('foreignKey');
  const remark = `pyx ${t.random.word(16)}`;
  const txid = await t.result('sendtoaddress', { address: addresses.bech32, amount: '0.1', [argument]: remark });
  for (const entry of entriesOf(t, await read(txid), txid, 'send'))
    t.equal(entry[field], remark, `${field} in the wallet for the argument ${argument}`, { path: field });
  const { bytes } = await rawTransaction(t, txid);
  t.ok(!Buffer.from(bytes).includes(remark), `the transaction bytes contain the ${argument}`);
}

export const sendtoaddressRules: readonly Case[] = [
  rule({
    rule: 'sendtoaddress/comment',
    effect: ['wallet', 'chain'],
    uses: ['listtransactions', 'getrawtransaction'],
    run: (t) => remarkStays(t, 'comment', () => listed(t), 'comment'),
  }),
  rule({
    rule: 'sendtoaddress/comment-to',
    effect: ['wallet', 'chain'],
    uses: ['listsinceblock', 'getrawtransaction'],
    run: (t) => remarkStays(t, 'comment_to', async () => (await t.result('listsinceblock')).transactions, 'to'),
  }),
  rule({
    rule: 'sendtoaddress/no-unsafe',
    effect: ['wallet', 'chain'],
    uses: ['listunspent'],
    run: async (t) =>
      withSpareWallet(t, async (wallet) => {
        const { addresses } = await t.world.use('foreignKey');
        const address = await t.world.result('getnewaddress', { label: '', address_type: 'bech32' }, { wallet });
        const { txid } = await payFromOutside(t.world, address);
        const pay = { address: addresses.bech32, amount: '0.01' };
        const unspent = await t.result('listunspent', { minconf: 0 }, { wallet });
        t.equal(
          unspent.map((item) => [item.txid, item.safe]),
          [[txid, false]],
          'the list of outputs of the wallet with safe',
        );
        const refused = await t.call('sendtoaddress', pay, { wallet });
        t.ok(!refused.ok, 'sendtoaddress succeeded in a wallet whose only output is unsafe', { check: 'refusal' });
        await t.world.mine(1);
        await t.result('sendtoaddress', pay, { wallet });
      }),
  }),
  rule({
    rule: 'sendtoaddress/no-unsafe',
    case: 'replacement',
    effect: ['wallet', 'chain'],
    uses: ['bumpfee', 'listunspent'],
    run: async (t) => {
      const { addresses } = await t.world.use('foreignKey');
      const pay = { address: addresses.bech32, amount: '0.01' };
      await withReplacementOnly(
        t,
        (wallet) =>
          refusedIn(
            t,
            wallet,
            { method: 'sendtoaddress', args: pay },
            { why: 'the only coin of the wallet is of an unconfirmed replacement' },
          ),
        async (wallet) => void (await t.result('sendtoaddress', pay, { wallet })),
      );
    },
  }),
  rule({
    rule: 'sendtoaddress/unlocked',
    effect: ['wallet', 'chain'],
    profile: 'encrypted',
    uses: ['walletpassphrase', 'getrawmempool'],
    run: (t) => paysOnlyUnlocked(t, 'sendtoaddress', (address, amount) => ({ address, amount })),
  }),
];
