import type { Case } from '../../../engine/case.ts';
import { ofMasternodes, valueIn } from '../../support/masternodes.ts';
import { rule } from '../rule.ts';
import { withMockTime } from '../../support/mock-time.ts';

const LATER_S = 60;

export const masternodeStartAllRules: readonly Case[] = [
  rule({
    ...ofMasternodes,
    ownNode: true,
    effect: ['network'],
    uses: ['masternodelist'],
    rule: 'masternode-start-all/by-mode',
    run: (t) =>
      withMockTime(t, async (at) => {
        const { configured } = await t.world.use('startedMasternodes');
        const laterS = Math.floor(Date.now() / 1000) + LATER_S;
        await at(laterS);
        await t.result('masternode start-all');
        for (const masternode of configured) {
          // Starting a masternode announces it anew, with a ping.
          const seenS = Number(await valueIn(t, 'lastseen', masternode));
          t.ok(seenS >= laterS, `masternode start-all at ${laterS} did not start ${masternode.name}, which was last seen at ${seenS}`);
        }
      }),
  }),
];
