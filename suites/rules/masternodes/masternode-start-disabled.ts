import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import type { ConfiguredMasternode } from '../../../fixtures/world/types.ts';
import { isListed, ofMasternodes, valueIn, withOneEnabled } from '../../support/masternodes.ts';
import { withMockTime } from '../../support/mock-time.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { openQuestion } from '../open-question.ts';
import { rule } from '../rule.ts';

/** Longer than any node of this family waits for a ping. */
const SILENCE_S = 6 * 60 * 60;
/** Shorter than that, and longer than the time between two pings. */
const STEP_S = 60 * 60;
const PINGED_WITHIN_MS = 20_000;
/** Less than the time between two pings. */
const LATER_S = 60;
const ENABLED: readonly string[] = ['ENABLED', 'PRE_ENABLED'];

const starting = { ...ofMasternodes, ownNode: true, effect: ['network'], uses: ['masternodelist'] } as const;

/** Moves the clock so slowly that the own masternode pings all the time, and the others are disabled. @returns the time, epoch seconds */
async function waitThroughSilence(
  t: Trial,
  at: (timeS: number) => Promise<void>,
  { own, others, nowS }: { readonly own: ConfiguredMasternode; readonly others: readonly ConfiguredMasternode[]; readonly nowS: number },
): Promise<number> {
  for (let timeS = nowS + STEP_S; timeS <= nowS + SILENCE_S; timeS += STEP_S) {
    await at(timeS);
    const hasPinged = await holdsWithin(t, PINGED_WITHIN_MS, async () => Number(await valueIn(t, 'lastseen', own)) >= timeS);
    if (!hasPinged) t.inapplicable(`the masternode does not ping within ${STEP_S} s of its clock`);
    const statuses = await Promise.all(others.map((other) => valueIn(t, 'status', other)));
    if (!statuses.some((status) => ENABLED.includes(status))) return timeS;
  }
  return t.inapplicable(`masternodes stay enabled without pings for ${SILENCE_S} s`);
}

export const masternodeStartDisabledRules: readonly Case[] = [
  rule({
    ...starting,
    rule: 'masternode-start-disabled/by-mode',
    run: (t) =>
      withMockTime(t, async (at) => {
        const { configured, own } = await t.world.use('startedMasternodes');
        const others = configured.filter((other) => other !== own); // no node operates them
        await at(Math.floor(Date.now() / 1000) + SILENCE_S);
        const before = await Promise.all(others.map((other) => valueIn(t, 'status', other)));
        if (before.some((status) => ENABLED.includes(status))) t.inapplicable(`masternodes stay enabled without pings for ${SILENCE_S} s`);
        await t.result('masternode start-disabled');
        for (const other of others) {
          const status = await valueIn(t, 'status', other);
          t.ok(ENABLED.includes(status), `${other.name} is ${status} after masternode start-disabled`);
        }
      }),
  }),
  rule({
    ...starting,
    rule: 'masternode-start-disabled/by-mode',
    case: 'left-alone',
    run: (t) =>
      withMockTime(t, async (at) => {
        const { configured, own, nowS } = await withOneEnabled(t, at);
        const others = configured.filter((other) => other !== own);
        const timeS = await waitThroughSilence(t, at, { own, others, nowS });
        const status = await valueIn(t, 'status', own);
        const seen = await valueIn(t, 'lastseen', own);
        await at(timeS + LATER_S);
        await t.result('masternode start-disabled');
        for (const other of others) {
          const started = await valueIn(t, 'status', other);
          t.ok(ENABLED.includes(started), `${other.name} is ${started} after masternode start-disabled`);
        }
        t.equal(await valueIn(t, 'status', own), status, `the status of ${own.name}, which was not disabled`, { check: 'only-one' });
        t.equal(await valueIn(t, 'lastseen', own), seen, `when ${own.name}, which was not disabled, was last seen`, { check: 'only-one' });
      }),
  }),
  openQuestion({
    ...starting,
    question: 'masternode-start-disabled/missing',
    run: async (t) => {
      const { configured } = await t.world.use('masternodes');
      const missing = configured[0]!;
      if (await isListed(t, missing)) t.inapplicable('the masternode is started already');
      await t.result('masternode start-disabled');
      return (await isListed(t, missing)) ? 'Yes.' : 'No.';
    },
  }),
];
