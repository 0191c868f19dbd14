import { stringify } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { listed, ofMasternodes, paidBy, textOf, valueIn, withOneEnabled } from '../../support/masternodes.ts';
import { withTwoEnabled } from '../../support/two-masternodes.ts';
import { judgeNextWinner, judgePastWinners, payeesOf } from '../support/masternode-winners.ts';
import { rule } from '../rule.ts';
import { withMockTime } from '../../support/mock-time.ts';
import { holdsWithin } from '../../support/wait-for.ts';

/**
 * So many that both masternodes are paid, in turn or by chance, and that blocks come for which they have voted: nodes of this family vote
 * ten blocks ahead.
 */
const BLOCKS = 13;
/** The last but one, so that a block without fees does not hide what is wrong with it. */
const FEES_AT = BLOCKS - 2;
/** Until a node has noted in its list what its own block pays. */
const NOTED_WITHIN_MS = 5_000;

const paying = {
  ...ofMasternodes,
  effect: ['chain', 'network'],
  uses: ['masternodelist', 'getblockcount', 'getblockhash', 'getblock', 'getrawtransaction', 'setnetworkactive', 'generatetoaddress'],
} as const;

/** The winner as text, without numbers: how long it has been active goes on. */
const winnerOf = async (t: Trial): Promise<string> => stringify(await t.result('masternode current')).replace(/(?<=:)\d+(?=[,}])/g, '');

export const masternodeCurrentRules: readonly Case[] = [
  rule({
    ...paying,
    rule: ['masternode-current/next-block', 'masternode-list/what-they-can'],
    run: (t: Trial) =>
      withMockTime(t, async (at) => {
        const { configured } = await withOneEnabled(t, at);
        const current = stringify(await t.result('masternode current'));
        const payees = Object.values(await listed(t, 'payee')).map(textOf);
        const winner = payees.find((payee) => current.includes(payee));
        const { address } = await t.world.use('bech32Address');
        const mined = await t.call('generatetoaddress', { nblocks: 1, address });
        if (!t.ok(mined.ok, 'the node makes no block once a masternode is enabled', { check: 'paid' })) return;
        const height = await t.result('getblockcount');
        const paidTo = await paidBy(t, height);
        if (winner === undefined) {
          const unnamed = payees.find((payee) => paidTo.includes(payee));
          if (unnamed === undefined || configured.some(({ txid, address: host }) => current.includes(txid) || current.includes(host)))
            t.inapplicable('masternode current names no payee of masternodelist: its result is not shown in the documents');
          t.ok(false, `block ${height} pays ${unnamed}, and masternode current named no masternode before it: ${current}`);
          return;
        }
        t.ok(paidTo.includes(winner), `block ${height} does not pay ${winner}, which masternode current named before it`);
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
  rule({
    ...paying,
    ownNode: true,
    rule: ['masternode-current/next-block', 'masternode-winners/list', 'masternode-list/what-they-can'],
    case: 'two-masternodes',
    uses: [...paying.uses, 'masternode winners', 'getbestblockhash', 'getblockheader'],
    run: (t: Trial) =>
      withMockTime(t, async (at) => {
        const { own, second } = await withTwoEnabled(t, at);
        const { configured } = await t.world.use('masternodes');
        const payees = await payeesOf(t, [own, second]);
        const paidBlocks: { [name: string]: number[] } = {};
        for (let i = 0; i < BLOCKS; i++) {
          // The share of the masternode is then one of the fees too. Funds for it may take blocks.
          if (i === FEES_AT) await t.world.fresh('unconfirmedSend');
          const current = stringify(await t.result('masternode current'));
          const named = Object.keys(payees).filter((name) => current.includes(payees[name]!));
          if (named.length === 0 && i === 0)
            t.inapplicable('masternode current names no payee of an enabled masternode: its result is not shown in the documents');
          t.equal(named.length, 1, 'the number of winners that masternode current names');
          await judgeNextWinner(t, configured, await payeesOf(t, configured));
          await t.world.mine(1);
          const height = await t.result('getblockcount');
          const paid = await paidBy(t, height);
          for (const [name, payee] of Object.entries(payees)) {
            t.equal(paid.includes(payee), named.includes(name), `whether block ${height} pays ${name}, by masternode current before it`, {
              check: 'paid',
            });
            if (paid.includes(payee)) (paidBlocks[name] ??= []).push(height);
          }
          for (const masternode of [own, second]) {
            if (!paid.includes(payees[masternode.name]!)) continue;
            await holdsWithin(t, NOTED_WITHIN_MS, async () => (await valueIn(t, 'lastpaidblock', masternode)) === String(height));
            t.equal(await valueIn(t, 'lastpaidblock', masternode), String(height), `the block that last paid ${masternode.name}`);
          }
        }
        const winners = (await t.result('masternode winners')) as { readonly [height: string]: Wire } | null;
        for (const masternode of [own, second]) {
          const height = paidBlocks[masternode.name]?.at(-1);
          if (height === undefined) continue;
          const blockhash = await t.result('getblockhash', { height });
          const { time } = await t.result('getblockheader', { hash: blockhash });
          t.equal(
            await valueIn(t, 'lastpaidtime', masternode),
            String(time),
            `when ${masternode.name} was last paid, with block ${height}`,
          );
          const shown = winners?.[String(height)];
          if (shown !== undefined)
            t.ok(
              textOf(shown).includes(payees[masternode.name]!),
              `masternode winners does not show ${masternode.name} for block ${height}`,
              {
                check: 'listed',
              },
            );
        }
        await judgePastWinners(t, payees);
      }),
  }),
];
