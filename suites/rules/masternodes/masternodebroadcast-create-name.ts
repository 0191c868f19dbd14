import { stringify } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import { broadcastIn, ofMasternodes } from '../../support/masternodes.ts';
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
];
