import type { Case } from '../../../engine/case.ts';
import { ofMasternodes, valueIn } from '../../support/masternodes.ts';
import { rule } from '../rule.ts';
import { withMockTime } from '../../support/mock-time.ts';

/** Longer than any node of this family waits for a ping. */
const SILENCE_S = 6 * 60 * 60;
const ENABLED: readonly string[] = ['ENABLED', 'PRE_ENABLED'];

export const masternodeStartDisabledRules: readonly Case[] = [
  rule({
    ...ofMasternodes,
    ownNode: true,
    effect: ['network'],
    uses: ['masternodelist'],
    rule: 'masternode-start-disabled/by-mode',
    run: (t) =>
      withMockTime(t, async (at) => {
        const { configured } = await t.world.use('startedMasternodes');
        const others = configured.slice(1); // no node operates them
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
];
