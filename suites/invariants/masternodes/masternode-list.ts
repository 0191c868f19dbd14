import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { listed, listModes, numbersIn, readsMasternodes, textOf, withOneEnabled } from '../../support/masternodes.ts';
import { withMockTime } from '../../support/mock-time.ts';
import { invariant } from '../invariant.ts';

const ATTEMPTS = 3;

/** A number in the answer of `masternode count`; undefined if the answer is no object, or has no such member. */
function numberIn(counts: Wire, name: string): number | undefined {
  if (counts === null || typeof counts !== 'object' || Array.isArray(counts)) return undefined;
  const value = (counts as { readonly [name: string]: Wire })[name];
  return value === undefined ? undefined : Number(textOf(value));
}

/** What the counts should be, by the list; counted again if the list changed meanwhile. */
async function counted(t: Trial, count: () => Promise<number>): Promise<{ readonly counts: Wire; readonly expected: number }> {
  for (let attempt = 1; ; attempt++) {
    const before = await count();
    const counts = await t.result('masternode count', { option: 'json' });
    if ((await count()) === before || attempt === ATTEMPTS) return { counts, expected: before };
  }
}

export const masternodeListInvariants: readonly Case[] = [
  invariant({
    ...readsMasternodes,
    id: 'masternode-list/modes',
    text: 'Every mode of masternodelist lists the same masternodes.',
    methods: ['masternodelist'],
    run: async (t) => {
      await t.world.use('startedMasternodes');
      const keys = async (mode: (typeof listModes)[number]): Promise<string> =>
        Object.keys(await listed(t, mode))
          .sort()
          .join(', ');
      const first = await keys('status');
      for (const mode of listModes)
        t.equal(await keys(mode), first, `what mode ${mode} lists (compared with mode status)`, { check: `mode-${mode}` });
    },
  }),
  invariant({
    ...readsMasternodes,
    id: 'masternode-list/count',
    text: 'masternode count counts the masternodes that masternodelist lists.',
    methods: ['masternode count', 'masternodelist'],
    run: async (t: Trial) => {
      await t.world.use('startedMasternodes');
      const total = await counted(t, async () => Object.keys(await listed(t, 'status')).length);
      t.ok(
        numbersIn(total.counts).includes(total.expected),
        `masternode count shows ${textOf(total.counts)}, without the number of listed masternodes, ${total.expected}`,
        { check: 'number' },
      );
      const byDefault = await t.result('masternode count');
      t.ok(
        numbersIn(byDefault).includes(total.expected),
        `masternode count without an option shows ${textOf(byDefault)}, without the number of listed masternodes, ${total.expected}`,
        { check: 'number' },
      );
      const shown = numberIn(total.counts, 'total');
      if (shown === undefined) t.inapplicable('masternode count has no total, and the documents do not show what it returns');
      t.equal(shown, total.expected, 'total in masternode count (compared with masternodelist)', { path: 'total' });
      const enabled = await counted(
        t,
        async () => Object.values(await listed(t, 'status')).filter((status) => textOf(status) === 'ENABLED').length,
      );
      const shownEnabled = numberIn(enabled.counts, 'enabled');
      if (shownEnabled !== undefined) {
        t.equal(shownEnabled, enabled.expected, 'enabled in masternode count (compared with masternodelist status)', { path: 'enabled' });
      }
    },
  }),
  invariant({
    ...readsMasternodes,
    id: 'masternode-list/count-enabled',
    text: 'masternode count counts the masternodes that masternodelist shows as ENABLED.',
    methods: ['masternode count', 'masternodelist'],
    effect: ['network'],
    judges: ['r:masternode-count/deprecated-options'],
    run: (t) =>
      withMockTime(t, async (at) => {
        await withOneEnabled(t, at); // the others are not
        const { counts, expected } = await counted(
          t,
          async () => Object.values(await listed(t, 'status')).filter((status) => textOf(status) === 'ENABLED').length,
        );
        const shown = numberIn(counts, 'enabled');
        if (shown === undefined) t.inapplicable('masternode count has no enabled, and the documents do not show what it returns');
        t.equal(shown, expected, 'enabled in masternode count (compared with masternodelist status)', { path: 'enabled' });
      }),
  }),
];
