import type { Case } from '../../../engine/case.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { listed, ofMasternodes, paidBy, textOf, withOneEnabled } from '../../support/masternodes.ts';
import { rule } from '../rule.ts';
import { withMockTime } from '../../support/mock-time.ts';

const BLOCKS = 3;

export const masternodeWinnersRules: readonly Case[] = [
  rule({
    ...ofMasternodes,
    rule: 'masternode-winners/list',
    effect: ['chain', 'network'],
    uses: ['masternodelist', 'getblockcount', 'getblockhash', 'getblock', 'getrawtransaction'],
    run: (t) =>
      withMockTime(t, async (at) => {
        await withOneEnabled(t, at);
        await t.world.mine(BLOCKS);
        const tip = await t.result('getblockcount');
        const winners = await t.result('masternode winners');
        const payees = Object.values(await listed(t, 'payee')).map(textOf);
        t.ok(
          payees.some((payee) => textOf(winners).includes(payee)),
          'masternode winners names no payee of masternodelist, although masternodes were paid',
          { check: 'presence' },
        );
        if (winners === null || typeof winners !== 'object' || Array.isArray(winners)) {
          t.inapplicable('masternode winners returns no object, and the documents do not show what it returns');
        }
        for (const height of Array.from({ length: BLOCKS }, (_, i) => tip - i)) {
          const shown = (winners as { readonly [height: string]: Wire })[String(height)];
          if (shown === undefined) continue; // how far back the list goes is not stated
          const winner = payees.find((payee) => textOf(shown).includes(payee));
          t.ok(winner !== undefined, `the winner of block ${height}, ${textOf(shown)}, is not in masternodelist`, { check: 'listed' });
          if (winner !== undefined) {
            t.ok((await paidBy(t, height)).includes(winner), `block ${height} does not pay its winner ${winner}`, { check: 'paid' });
          }
        }
      }),
  }),
];
