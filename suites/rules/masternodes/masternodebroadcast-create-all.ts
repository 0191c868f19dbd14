import { stringify } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import { broadcastIn, missingOf, namesOf, ofMasternodes } from '../../support/masternodes.ts';
import { rule } from '../rule.ts';

export const masternodebroadcastCreateAllRules: readonly Case[] = [
  rule({
    ...ofMasternodes,
    ownNode: true,
    rule: ['masternodebroadcast-create-all/all', 'masternodebroadcast-decode/what-was-created', 'masternodebroadcast-relay/to-network'],
    effect: ['network'],
    uses: ['masternodelist'],
    run: async (t) => {
      const { configured } = await t.world.use('masternodes');
      const hex = broadcastIn(t, await t.result('masternodebroadcast create-all'));
      const decoded = stringify(await t.result('masternodebroadcast decode', { hex }));
      for (const { name, txid } of configured)
        t.ok(decoded.includes(txid), `the broadcasts of create-all do not name ${txid}, the collateral of ${name}`, { check: 'named' });
      t.equal(namesOf(await missingOf(t, configured)), namesOf(configured), 'the masternodes that are not listed after create-all', {
        check: 'presence',
      });
      await t.result('masternodebroadcast relay', { hex });
      t.equal(namesOf(await missingOf(t, configured)), 'none', 'the masternodes that are not listed after the broadcasts were relayed', {
        check: 'started',
      });
    },
  }),
];
