import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import { newChangeAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import { satoshis } from '../../../client/wire-json.ts';
import { pay } from '../../../fixtures/world/ingredients/payments.ts';
import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';
import { addressIn, withWallet } from '../support/own-wallet.ts';
import { makeTransaction } from '../support/spending.ts';

const spendable = rule({
  rule: 'getbalance/spendable',
  effect: ['wallet', 'chain'],
  uses: ['createwallet'],
  run: (t) =>
    withWallet(t, async (wallet) => {
      const balanceSat = async (): Promise<bigint> => satoshis(await t.result('getbalance', {}, { wallet }));
      t.equal(await balanceSat(), 0n, 'the balance of a new wallet');
      const { amountSat } = await pay(t.world, await addressIn(t.world, wallet), false);
      await t.world.mine(1, await addressIn(t.world, wallet)); // a new coinbase is immature
      t.equal(await balanceSat(), amountSat, 'the balance of a wallet with one confirmed payment and an immature coinbase');
      await pay(t.world, await addressIn(t.world, wallet), false);
      t.equal(await balanceSat(), amountSat, 'the balance of a wallet with an additional unconfirmed payment from outside');
    }),
});

const startOptions = rule({
  rule: 'getbalance/start-options',
  effect: ['wallet', 'chain'],
  profile: 'options',
  run: async (t) => {
    const coin = await t.world.fresh('spendable');
    const { addresses } = await t.world.fresh('foreignKey');
    const change = await newChangeAddress(t.world);
    const before = satoshis(await t.result('getbalance'));
    const hexstring = await makeTransaction(
      t.world,
      [coin],
      [
        [addresses.bech32, 10_000_000n],
        [change, coin.amountSat - 10_000_000n - (await feeFor(t.world))],
      ],
    );
    await sendTransaction(t.world, hexstring);
    const after = satoshis(await t.result('getbalance'));
    t.equal(after, before - coin.amountSat, 'the balance with -spendzeroconfchange=0 and unconfirmed change');
  },
});

export const getbalanceRules: readonly Case[] = [spendable, startOptions];
