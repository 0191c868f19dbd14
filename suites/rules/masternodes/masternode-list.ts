import { stringify } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import { ofMasternodes } from '../../support/masternodes.ts';
import { rule } from '../rule.ts';

export const masternodeListRules: readonly Case[] = [
  rule({
    ...ofMasternodes,
    rule: 'masternode-list/as-masternodelist',
    effect: ['read'],
    uses: ['masternodelist'],
    run: async (t) => {
      await t.world.use('startedMasternodes');
      // A ping or a payment may change the list between two calls.
      let [list, alias] = ['', ''];
      for (let i = 0; i < 3 && (i === 0 || list !== alias); i++) {
        list = stringify(await t.result('masternode list'));
        alias = stringify(await t.result('masternodelist'));
      }
      t.equal(list, alias, 'the answer of masternode list (compared with masternodelist)');
    },
  }),
];
