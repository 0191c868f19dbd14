import type { WireNumber } from '../../../specs/model/wire.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';
import { inFundedWallet } from '../support/funded-wallet.ts';

export const removeprunedfundsRules: readonly Case[] = [
  rule({
    rule: 'removeprunedfunds/balances',
    effect: ['wallet', 'chain'],
    uses: ['getbalance'],
    run: async (t) => {
      const amountSat = BigInt(t.random.integer(10_000_000, 90_000_000));
      await inFundedWallet(t, [amountSat], async ({ name: wallet, txid }) => {
        const balance = (): Promise<WireNumber> => t.result('getbalance', {}, { wallet });
        t.equal(await balance(), formatSat(amountSat), 'the balance before removeprunedfunds');
        await t.result('removeprunedfunds', { txid }, { wallet });
        t.equal(await balance(), formatSat(0n), 'the balance after removeprunedfunds of the only transaction');
      });
    },
  }),
];
