import { stringify } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import { broadcastIn, missingOf, namesOf, ofMasternodes } from '../../support/masternodes.ts';
import { rule } from '../rule.ts';

export const masternodebroadcastCreateNameRules: readonly Case[] = [
  rule({
    ...ofMasternodes,
    rule: 'masternodebroadcast-create-name/one-by-name',
    effect: ['read'],
    uses: ['masternodebroadcast decode'],
    run: async (t) => {
      const { configured } = await t.world.use('masternodes');
      for (const { name, txid } of configured) {
        const hex = broadcastIn(t, await t.result('masternodebroadcast create-name', { name }));
        const decoded = stringify(await t.result('masternodebroadcast decode', { hex }));
        t.ok(decoded.includes(txid), `the broadcast of ${name} does not name its collateral ${txid}`, { check: 'named' });
        for (const other of configured) {
          if (other.name !== name) {
            t.ok(!decoded.includes(other.txid), `the broadcast of ${name} names the collateral of ${other.name}`, { check: 'only-one' });
          }
        }
      }
    },
  }),
  rule({
    ...ofMasternodes,
    ownNode: true,
    rule: 'masternodebroadcast-create-name/one-by-name',
    case: 'not-sent',
    effect: ['network'],
    uses: ['masternodebroadcast relay', 'masternodelist'],
    run: async (t) => {
      const { configured } = await t.world.use('masternodes');
      const chosen = t.random.pick(configured);
      const hex = broadcastIn(t, await t.result('masternodebroadcast create-name', { name: chosen.name }));
      t.equal(namesOf(await missingOf(t, configured)), namesOf(configured), 'the masternodes that are not listed after create-name', {
        check: 'presence',
      });
      await t.result('masternodebroadcast relay', { hex });
      const others = configured.filter((other) => other !== chosen);
      t.equal(
        namesOf(await missingOf(t, configured)),
        namesOf(others),
        `the masternodes that are not listed after the one of ${chosen.name}`,
        {
          check: 'started',
        },
      );
    },
  }),
];
