import type { Case } from '../../../engine/case.ts';
import { keyOf, listed, ofMasternodes, textOf, valueIn, withOneEnabled } from '../../support/masternodes.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';
import { withMockTime } from '../../support/mock-time.ts';

const PING_AFTER_S = 11 * 60;
const PINGED_WITHIN_MS = 20_000;

export const sentinelpingRules: readonly Case[] = [
  rule({
    ...ofMasternodes,
    rule: ['sentinelping/by-sentinel', 'sentinelping/result'],
    effect: ['network'],
    uses: ['masternodelist', 'masternodebroadcast create-name', 'masternode start-all'],
    run: (t) =>
      withMockTime(t, async (at) => {
        const { own, configured, nowS } = await withOneEnabled(t, at);
        const before = await valueIn(t, 'sentinel', own);
        const ofOthers = async (): Promise<string> => {
          const list = await listed(t, 'sentinel');
          return configured.flatMap((other) => (other === own ? [] : [textOf(list[keyOf(t, list, other)]!)])).join(' ');
        };
        const othersBefore = await ofOthers();
        // Another version than before, however it is shown.
        const versions = [1_010_000, 1_020_000].map((base) => base + 100 * t.random.integer(1, 90));
        let wasShown = false;
        for (const [step, version] of versions.entries()) {
          const hasSucceeded = await t.result('sentinelping', { version });
          await at(nowS + (step + 1) * PING_AFTER_S);
          wasShown ||= await holdsWithin(t, PINGED_WITHIN_MS, async () => (await valueIn(t, 'sentinel', own)) !== before);
          if (!hasSucceeded) t.ok(!wasShown, 'sentinelping reports that the ping failed, but masternodelist shows its version');
          if (!hasSucceeded) t.inapplicable('sentinelping reports that the ping failed');
          if (wasShown) break;
        }
        t.ok(
          wasShown,
          `masternodelist shows the sentinel version ${before} as before, after sentinelping and another ping of the masternode`,
        );
        const mustBeOfOwn = async (when: string): Promise<void> => {
          t.equal(await ofOthers(), othersBefore, `the sentinel versions of the masternodes that this node is not${when}`, {
            check: 'only-one',
          });
        };
        await mustBeOfOwn('');
        // This node announces the others, with a ping each, and no sentinel has pinged them.
        await t.call('masternode start-all');
        await mustBeOfOwn(', once it has started them');
        // Refused or not: the node goes on, with the pings of its masternode.
        for (const version of [2 ** 31, 2 ** 32, -1]) {
          await t.call('sentinelping', { version });
          await t.call('masternodebroadcast create-name', { name: own.name }); // has a ping
        }
        await at(nowS + (versions.length + 1) * PING_AFTER_S);
        await listed(t, 'sentinel');
      }),
  }),
];
