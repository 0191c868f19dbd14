import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { hasFailure } from '../../support/masternode-conf.ts';
import { missingOf, namesOf, ofMasternodes, textOf, valueIn } from '../../support/masternodes.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';
import { withMockTime } from '../../support/mock-time.ts';

const LATER_S = 60;
/** A node may check an announcement after it has answered. */
const LISTED_WITHIN_MS = 5_000;

/**
 * Judges a start of masternodes that the node knows from masternode.conf, by its own word. Releases that do not start them refuse the
 * call, or report a failure for one: then nothing is judged.
 */
async function judgeStarted(t: Trial): Promise<void> {
  const { configured } = await t.world.use('masternodes');
  const conf = await t.call('masternode list-conf');
  const knowsAll = conf.ok && configured.every(({ txid }) => textOf(conf.result as Wire).includes(txid));
  const said = await t.call('masternode start-all');
  if (!knowsAll || !said.ok || hasFailure(said.result as Wire)) return;
  const areListed = await holdsWithin(t, LISTED_WITHIN_MS, async () => (await missingOf(t, configured)).length === 0);
  if (areListed) return;
  t.ok(
    false,
    `masternodelist does not list ${namesOf(await missingOf(t, configured))}, which masternode list-conf shows, after masternode start-all, which reports no failure`,
    { check: 'started' },
  );
}

export const masternodeStartAllRules: readonly Case[] = [
  rule({
    ...ofMasternodes,
    ownNode: true,
    effect: ['network', 'secret'],
    uses: ['masternodelist', 'masternode list-conf'],
    rule: 'masternode-start-all/by-mode',
    run: (t) =>
      withMockTime(t, async (at) => {
        await judgeStarted(t);
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
