import { stringify } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { ofMasternodes } from '../../support/masternodes.ts';
import { rule } from '../rule.ts';

export const masternodeListConfRules: readonly Case[] = [
  rule({
    ...ofMasternodes,
    rule: ['masternode-list-conf/as-json', 'masternode-list-conf/configured'],
    effect: ['read', 'secret'],
    run: async (t) => {
      const { configured } = await t.world.use('masternodes');
      const shown = stringify((await t.result('masternode list-conf')) as Wire);
      for (const { name, txid, address } of configured) {
        for (const [what, text] of [
          ['name', name],
          ['collateral', txid],
          ['address', address],
        ] as const) {
          t.ok(shown.includes(text), `masternode list-conf does not show the ${what} ${text} of masternode.conf`, { check: what });
        }
      }
    },
  }),
];
