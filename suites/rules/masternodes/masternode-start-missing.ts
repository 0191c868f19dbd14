import type { Case } from '../../../engine/case.ts';
import { missingOf, namesOf, ofMasternodes, valueIn } from '../../support/masternodes.ts';
import { withMockTime } from '../../support/mock-time.ts';
import { rule } from '../rule.ts';

/** Less than any node of this family waits between two pings. */
const LATER_S = 60;

export const masternodeStartMissingRules: readonly Case[] = [
  rule({
    ...ofMasternodes,
    ownNode: true,
    effect: ['network'],
    uses: ['masternodelist', 'masternode initialize'],
    rule: 'masternode-start-missing/by-mode',
    case: 'left-alone',
    run: (t) =>
      withMockTime(t, async (at) => {
        const { configured, own } = await t.world.use('masternodes');
        const nowS = Math.floor(Date.now() / 1000);
        await at(nowS);
        // No node operates it: it is only seen when it is started.
        const running = t.random.pick(configured.filter((other) => other !== own));
        await t.result('masternode initialize', { name: running.name });
        const seen = await valueIn(t, 'lastseen', running);
        await at(nowS + LATER_S);
        await t.result('masternode start-missing');
        t.equal(namesOf(await missingOf(t, configured)), 'none', 'the masternodes that are not listed after start-missing');
        t.equal(await valueIn(t, 'lastseen', running), seen, `when ${running.name}, which was not missing, was last seen`, {
          check: 'only-one',
        });
      }),
  }),
];
