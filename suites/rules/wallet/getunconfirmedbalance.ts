import { satoshis } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import { payFromTrial, reserveCoins, randomAmountSat } from '../../support/payments.ts';
import { withSpareWallet } from '../../support/spare-wallets.ts';
import { rule } from '../rule.ts';
import { addressIn } from '../support/own-wallet.ts';

const total = rule({
  rule: 'getunconfirmedbalance/total',
  effect: ['wallet', 'chain'],
  uses: ['createwallet'],
  run: (t) =>
    withSpareWallet(t, async (wallet) => {
      const totalSat = async (): Promise<bigint> => satoshis(await t.result('getunconfirmedbalance', {}, { wallet }));
      t.equal(await totalSat(), 0n, 'the unconfirmed balance of a wallet without coins');
      // Getting coins may require mining, and neither payment may be mined yet.
      await reserveCoins(t, 2);
      const [first, second] = [randomAmountSat(t), randomAmountSat(t)];
      for (const amountSat of [first, second]) await payFromTrial(t, [{ address: await addressIn(t.world, wallet), amountSat }]);
      t.equal(await totalSat(), first + second, 'the unconfirmed balance with two payments in the pool');
      await t.world.mine(1);
      t.equal(await totalSat(), 0n, 'the unconfirmed balance after both payments were confirmed');
    }),
});

export const getunconfirmedbalanceRules: readonly Case[] = [total];
