import type { Case } from '../../../engine/case.ts';
import { specification } from '../../../specs/model/specification.ts';
import { listed, ofMasternodes, textOf, valueIn, withOneEnabled } from '../../support/masternodes.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';
import { withMockTime } from '../../support/mock-time.ts';

/** Longer than any node of this family waits for a ping. */
const SILENCE_S = 6 * 60 * 60;
const WITHIN_MS = 5_000;

const statuses = specification.spec.statuses.find(({ id }) => id === 'masternode-status')?.values.map(({ value }) => value) ?? [];

/** Cases for the values of mode status. */
export const statusCases: readonly Case[] = [
  rule({
    ...ofMasternodes,
    ownNode: true,
    rule: 'masternodelist/status-values',
    effect: ['network'],
    run: (t) =>
      withMockTime(t, async (at) => {
        const check = async (when: string): Promise<void> => {
          t.each(Object.values(await listed(t, 'status')), `masternode ${when}`, (value) => {
            t.ok(
              statuses.includes(textOf(value)),
              `the status of a masternode ${when} is ${textOf(value)}, expected one of ${statuses.join(', ')}`,
            );
          });
        };
        await t.world.use('startedMasternodes');
        await check('that was just started');
        const { configured, nowS } = await withOneEnabled(t, at);
        await check('that pings');
        await at(nowS + SILENCE_S);
        const silent = configured.at(-1)!;
        await holdsWithin(t, WITHIN_MS, async () => (await valueIn(t, 'status', silent)) === 'NEW_START_REQUIRED');
        await check('that does not ping');
      }),
  }),
];
