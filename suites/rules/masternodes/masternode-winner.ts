import { stringify } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import { listed, ofMasternodes, textOf, withOneEnabled } from '../../support/masternodes.ts';
import { rule } from '../rule.ts';
import { withMockTime } from '../../support/mock-time.ts';

export const masternodeWinnerRules: readonly Case[] = [
  rule({
    ...ofMasternodes,
    rule: 'masternode-winner/next',
    effect: ['network'],
    uses: ['masternodelist'],
    run: (t) =>
      withMockTime(t, async (at) => {
        await withOneEnabled(t, at);
        const winner = stringify(await t.result('masternode winner'));
        const payees = Object.values(await listed(t, 'payee')).map(textOf);
        t.ok(
          payees.some((payee) => winner.includes(payee)),
          'masternode winner names no payee of masternodelist, although a masternode is enabled',
        );
      }),
  }),
];
