import type { Wire } from '../../../specs/model/wire.ts';
import { satoshis } from '../../../client/wire-json.ts';
import { pay } from '../../../fixtures/world/ingredients/payments.ts';
import type { Case } from '../../../engine/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import { payFromTrial, reserveCoins, someAmountSat } from '../../support/payments.ts';
import { withSpareWallet } from '../../support/spare-wallets.ts';
import { rule } from '../rule.ts';
import { withWallet } from '../support/own-wallet.ts';
import { changeAddress, makeTransaction } from '../support/spending.ts';

const newAddress = (t: Trial, wallet: string): Promise<string> =>
  t.world.result<string>('getnewaddress', { label: '', address_type: 'bech32' }, { wallet });

const spendable = rule({
  rule: 'getbalance/spendable',
  effect: ['wallet', 'chain'],
  uses: ['createwallet'],
  run: (t) => withWallet(t, async (wallet) => {
    const balanceSat = async (): Promise<bigint> => satoshis(await t.result('getbalance', {}, { wallet }));
    t.equal(await balanceSat(), 0n, 'the balance of a new wallet');
    const { amountSat } = await pay(t.world, await newAddress(t, wallet), false);
    await t.world.mine(1, await newAddress(t, wallet)); // what is mined cannot be spent for a while
    t.equal(await balanceSat(), amountSat, 'the balance of a wallet that was paid once and mined a block');
    await pay(t.world, await newAddress(t, wallet), false);
    t.equal(await balanceSat(), amountSat, 'the balance of a wallet with a payment from outside that is not confirmed');
  }),
});

const startOptions = rule({
  rule: 'getbalance/start-options',
  effect: ['wallet', 'chain'],
  profile: 'options',
  run: async (t) => {
    const coin = await t.world.fresh('spendable');
    const { addresses } = await t.world.fresh('foreignKey');
    const change = await changeAddress(t.world);
    const before = satoshis(await t.result('getbalance'));
    const hexstring = await makeTransaction(t.world, [coin], [[addresses.bech32, 10_000_000n], [change, coin.amountSat - 10_010_000n]]);
    await t.world.result('sendrawtransaction', { hexstring });
    const after = satoshis(await t.result('getbalance'));
    t.equal(after, before - coin.amountSat, 'with -spendzeroconfchange=0, the balance while the change of a payment is not confirmed');
  },
});

const unconfirmedTotal = rule({
  rule: 'getunconfirmedbalance/total',
  effect: ['wallet', 'chain'],
  uses: ['createwallet'],
  run: (t) => withSpareWallet(t, async (wallet) => {
    const totalSat = async (): Promise<bigint> => satoshis(await t.result('getunconfirmedbalance', {}, { wallet }));
    t.equal(await totalSat(), 0n, 'the unconfirmed balance of a wallet without coins');
    // Getting coins may take mining, and neither payment is to be mined yet.
    await reserveCoins(t, 2);
    const [first, second] = [someAmountSat(t), someAmountSat(t)];
    for (const amountSat of [first, second]) await payFromTrial(t, [{ address: await newAddress(t, wallet), amountSat }]);
    t.equal(await totalSat(), first + second, 'the unconfirmed balance with two payments in the pool');
    await t.world.mine(1);
    t.equal(await totalSat(), 0n, 'the unconfirmed balance after both payments were confirmed');
  }),
});

const confirmed = rule({
  rule: 'getwalletinfo/balance',
  effect: ['wallet', 'chain'],
  uses: ['createwallet'],
  run: (t) => withSpareWallet(t, async (wallet) => {
    const first = await pay(t.world, await newAddress(t, wallet), false);
    await t.world.mine(1);
    const second = await pay(t.world, await newAddress(t, wallet), false);
    const info = await t.result<{ balance: Wire; unconfirmed_balance: Wire; immature_balance: Wire }>('getwalletinfo', {}, { wallet });
    t.equal(satoshis(info.balance), first.amountSat, 'balance with one payment confirmed and another not', { path: 'balance' });
    t.equal(satoshis(info.unconfirmed_balance), second.amountSat, 'unconfirmed_balance with one payment confirmed and another not', { path: 'unconfirmed_balance' });
  }),
});

export const balanceRules: readonly Case[] = [spendable, startOptions, unconfirmedTotal, confirmed];
