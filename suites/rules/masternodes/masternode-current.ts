import { stringify } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { listed, ofMasternodes, paidBy, textOf, withOneEnabled } from '../../support/masternodes.ts';
import { rule } from '../rule.ts';
import { withMockTime } from '../../support/mock-time.ts';

const paying = {
  ...ofMasternodes,
  effect: ['chain', 'network'],
  uses: ['masternodelist', 'getblockcount', 'getblockhash', 'getblock', 'getrawtransaction', 'setnetworkactive'],
} as const;

/** The winner as text, without numbers: how long it has been active goes on. */
const winnerOf = async (t: Trial): Promise<string> => stringify(await t.result('masternode current')).replace(/(?<=:)\d+(?=[,}])/g, '');

export const masternodeCurrentRules: readonly Case[] = [
  rule({
    ...paying,
    rule: ['masternode-current/next-block', 'masternode-list/what-they-can'],
    run: (t: Trial) =>
      withMockTime(t, async (at) => {
        await withOneEnabled(t, at);
        const current = stringify(await t.result('masternode current'));
        const payees = Object.values(await listed(t, 'payee')).map(textOf);
        const winner = payees.find((payee) => current.includes(payee));
        if (winner === undefined)
          t.inapplicable('masternode current names no payee of masternodelist: its result is not shown in the documents');
        await t.world.mine(1);
        const height = await t.result('getblockcount');
        t.ok(
          (await paidBy(t, height)).includes(winner),
          `block ${height} does not pay ${winner}, which masternode current named before it`,
        );
        const paid = await listed(t, 'lastpaidblock');
        t.ok(
          Object.values(paid).map(textOf).includes(String(height)),
          `no masternode of masternodelist was last paid at ${height}, although the block pays one`,
          { check: 'paid' },
        );
      }),
  }),
  rule({
    ...paying,
    rule: 'masternode-current/computed-locally',
    run: (t: Trial) =>
      withMockTime(t, async (at) => {
        await withOneEnabled(t, at);
        const before = await winnerOf(t);
        await t.result('setnetworkactive', { state: false });
        try {
          t.equal(await winnerOf(t), before, 'the winner without a network (compared with the one before)');
        } finally {
          await t.world.result('setnetworkactive', { state: true });
        }
      }),
  }),
];
