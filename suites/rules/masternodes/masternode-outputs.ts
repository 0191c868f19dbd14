import { stringify } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { formatSat, satoshis } from '../../../client/wire-json.ts';
import { ofMasternodes } from '../../support/masternodes.ts';
import { rule } from '../rule.ts';

export const masternodeOutputsRules: readonly Case[] = [
  rule({
    ...ofMasternodes,
    rule: 'masternode-outputs/compatible',
    effect: ['read'],
    uses: ['gettxout', 'gettransaction'],
    run: async (t: Trial) => {
      const { configured, own } = await t.world.use('masternodes');
      const shown = stringify(await t.result('masternode outputs'));
      for (const { name, txid } of configured) {
        t.ok(shown.includes(txid), `masternode outputs does not list ${txid}, the unspent collateral of ${name}`, { check: 'listed' });
      }
      const collateral = await t.result('gettxout', { txid: own.txid, n: own.vout });
      if (collateral === null) t.inapplicable('the collateral was spent');
      const amount = formatSat(satoshis(collateral.value)).toString();
      for (const txid of new Set(shown.match(/[0-9a-f]{64}/g))) {
        const { details } = await t.result('gettransaction', { txid });
        t.ok(
          details.some((detail) => detail.category === 'receive' && formatSat(satoshis(detail.amount)).toString() === amount),
          `masternode outputs lists ${txid}, which has no output of ${amount}, the amount of a collateral`,
        );
      }
    },
  }),
];
