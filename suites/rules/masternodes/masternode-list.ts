import { stringify } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import { keyOf, listed, listModes, ofMasternodes } from '../../support/masternodes.ts';
import { rule } from '../rule.ts';

const ATTEMPTS = 3;

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
      for (let i = 0; i < ATTEMPTS && (i === 0 || list !== alias); i++) {
        list = stringify(await t.result('masternode list'));
        alias = stringify(await t.result('masternodelist'));
      }
      t.equal(list, alias, 'the answer of masternode list (compared with masternodelist)');
    },
  }),
  rule({
    ...ofMasternodes,
    rule: 'masternode-list/as-masternodelist',
    case: 'arguments',
    effect: ['read'],
    uses: ['masternodelist'],
    run: async (t) => {
      const { configured } = await t.world.use('startedMasternodes');
      const status = await listed(t, 'status');
      const filter = keyOf(t, status, t.random.pick(configured));
      for (const mode of listModes) {
        for (const args of [{ mode }, { mode, filter }]) {
          let [list, alias] = ['', ''];
          for (let i = 0; i < ATTEMPTS && (i === 0 || list !== alias); i++) {
            list = stringify(await t.result('masternode list', args));
            alias = stringify(await t.result('masternodelist', args));
          }
          t.equal(list, alias, `the answer of masternode list ${Object.values(args).join(' ')} (compared with masternodelist)`, {
            check: 'filter' in args ? `filter-${mode}` : `mode-${mode}`,
          });
        }
      }
    },
  }),
];
