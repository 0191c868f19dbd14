import { stringify } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { formatSat } from '../../../client/wire-json.ts';
import { parseTransaction } from '../../../oracles/transaction.ts';
import { decoded } from '../../support/decoded.ts';
import { collateralSat, ofMasternodes } from '../../support/masternodes.ts';
import { rule } from '../rule.ts';
import { startableOutputsCase } from '../support/startable-outputs.ts';

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
      const amountSat = await collateralSat(t, own);
      for (const txid of new Set(shown.match(/[0-9a-f]{64}/g))) {
        // By its bytes: which payments of it the wallet lists is the matter of other cases.
        const { hex } = await t.result('gettransaction', { txid });
        const { outputs } = decoded(t, `hex of ${txid}`, () => parseTransaction(hex));
        t.ok(
          outputs.some(({ valueSat }) => valueSat === amountSat),
          `masternode outputs lists ${txid}, which has no output of ${formatSat(amountSat).value}, the amount of a collateral`,
        );
      }
    },
  }),
  startableOutputsCase,
];
