import type { ListSinceBlock, ListSinceBlockEntry } from '../../../specs/model/generated/wire.d.ts';
import { formatSat, satoshis } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { knowsTip } from '../../support/wallet-tip.ts';
import { rule } from '../rule.ts';
import { membersOf } from '../support/members.ts';
import { endWithoutAccounts } from '../support/account-fields.ts';
import { addressIn, withWallet } from '../support/own-wallet.ts';
import { doubleSpent, reorganise, takenBack } from '../support/reorganisation.ts';
import { entriesOf, listed } from '../support/wallet-entries.ts';

const txids = (entries: readonly ListSinceBlockEntry[]): string[] => [...new Set(entries.flatMap(({ txid }) => txid ?? []))].sort();

/** The hash of the block `blocks` below the best block. */
async function blockBefore(t: Trial, blocks: number): Promise<string> {
  return t.result('getblockhash', { height: (await t.result('getblockcount')) - blocks });
}

/** Checks that an entry in removed has the values of the same entry in transactions. */
function sameFields(t: Trial, then: ListSinceBlockEntry, now: ListSinceBlockEntry): void {
  const values = membersOf(then);
  for (const [field, value] of membersOf(now))
    t.equal(values.get(field), value, `${field} of an entry in removed (compared with the same entry in transactions)`, {
      path: `removed[].${field}`,
    });
}

export const listsinceblockRules: readonly Case[] = [
  rule({
    rule: 'listsinceblock/target-confirmations',
    effect: ['read'],
    uses: ['getblockhash'],
    run: async (t) => {
      const { txid } = await t.world.use('walletSend');
      const blockhash = await t.result('getblockhash', { height: 0 });
      const base = await t.result('listsinceblock', { blockhash, target_confirmations: 1 });
      const target = t.random.integer(2, 20);
      const other = await t.result('listsinceblock', { blockhash, target_confirmations: target });
      entriesOf(t, base.transactions, txid, 'send');
      t.equal(other.transactions, base.transactions, `transactions with target_confirmations ${target} instead of 1`, {
        path: 'transactions',
      });
      t.equal(other.removed, base.removed, `removed with target_confirmations ${target} instead of 1`, { path: 'removed' });
      t.ok(other.lastblock !== base.lastblock, `lastblock is equal with target_confirmations ${target} and 1, expected different blocks`, {
        path: 'lastblock',
      });
    },
  }),
  rule({
    rule: 'listsinceblock/lastblock',
    effect: ['read'],
    uses: ['getbestblockhash', 'getblockcount', 'getblockhash'],
    run: async (t) => {
      await t.world.use('confirmedSend');
      const best = await t.result('getbestblockhash');
      t.equal((await t.result('listsinceblock')).lastblock, best, 'lastblock without target_confirmations', { path: 'lastblock' });
      const target = t.random.integer(2, 20);
      const { lastblock } = await t.result('listsinceblock', { blockhash: best, target_confirmations: target });
      t.equal(lastblock, await blockBefore(t, target - 1), `lastblock with target_confirmations ${target}`, { path: 'lastblock' });
    },
  }),
  rule({
    rule: 'listsinceblock/lastblock-fed-back',
    effect: ['wallet', 'chain'],
    uses: ['getblockheader', 'getblockcount'],
    run: async (t) => {
      const old = await t.world.use('confirmedSend');
      const { lastblock } = await t.result('listsinceblock');
      const recent = await t.world.fresh('confirmedSend');
      const { transactions } = await t.result('listsinceblock', { blockhash: lastblock });
      entriesOf(t, transactions, recent.txid, 'send');
      t.ok(
        transactions.every((entry) => entry.txid !== old.txid),
        `the list since lastblock contains ${old.txid}, which is in an earlier block`,
      );
      const { height } = await t.result('getblockheader', { hash: lastblock });
      const since = (await t.result('getblockcount')) - height;
      for (const { txid, confirmations } of transactions) {
        t.ok(
          confirmations !== undefined && confirmations <= since,
          `the list since lastblock contains ${txid} with ${confirmations} confirmations, expected at most ${since}, the number of blocks since`,
        );
      }
    },
  }),
  rule({
    rule: 'listsinceblock/fork-point',
    effect: ['wallet', 'chain'],
    uses: ['invalidateblock', 'reconsiderblock'],
    run: async (t) => {
      const { before, forkPoint, stale, readded } = await reorganise(t.world);
      const { transactions } = await t.result('listsinceblock', { blockhash: stale });
      entriesOf(t, transactions, readded, 'send');
      t.ok(
        transactions.every((entry) => entry.txid !== before),
        `the list contains ${before}, which is in a block of both branches`,
      );
      const since = await t.result('listsinceblock', { blockhash: forkPoint });
      t.equal(
        txids(transactions),
        txids(since.transactions),
        'the list since the block that left the chain (compared with the list since the last common block)',
        {
          path: 'transactions',
        },
      );
    },
  }),
  rule({
    rule: ['listsinceblock/removed-structure', 'listsinceblock/re-added'],
    effect: ['wallet', 'chain'],
    uses: ['invalidateblock', 'reconsiderblock', 'gettransaction'],
    run: async (t) => {
      const { stale, readded } = await reorganise(t.world);
      const { transactions, removed = [] } = await t.result('listsinceblock', { blockhash: stale });
      const [now] = entriesOf(t, transactions, readded, 'send');
      const [then] = entriesOf(t, removed, readded, 'send');
      if (!now || !then) return;
      t.equal(Object.keys(then).sort(), Object.keys(now).sort(), 'the list of fields of an entry in removed', { path: 'removed' });
      const { confirmations } = await t.result('gettransaction', { txid: readded });
      t.equal(confirmations, 2, 'confirmations of the transaction that is in a block again', { path: 'confirmations' });
      t.equal(then.confirmations, confirmations, 'confirmations of the same entry in removed', { path: 'removed' });
      sameFields(t, then, now);
    },
  }),
  rule({
    rule: 'listsinceblock/removed-structure',
    case: 'unconfirmed',
    effect: ['wallet', 'chain'],
    uses: ['sendtoaddress', 'invalidateblock', 'reconsiderblock'],
    run: async (t) => {
      const { comment, commentTo, listed: now, removed } = await takenBack(t);
      for (const [index, then] of removed.entries()) {
        const twin = now[index];
        t.equal(Object.keys(then).sort(), Object.keys(twin ?? {}).sort(), 'the list of fields of an entry in removed that is in the pool', {
          path: 'removed',
        });
        if (twin) sameFields(t, then, twin);
        t.equal([then.comment, then.to], [comment, commentTo], 'the list of comment and to of an entry in removed', {
          path: 'removed[].comment',
        });
      }
    },
  }),
  rule({
    rule: 'listsinceblock/removed-structure',
    case: 'conflicted',
    effect: ['wallet', 'chain'],
    uses: ['createwallet', 'sendrawtransaction', 'invalidateblock', 'reconsiderblock'],
    run: (t) =>
      withWallet(t, async (wallet) => {
        const { stale, txid } = await doubleSpent(t.world, await addressIn(t.world, wallet));
        await knowsTip(t, wallet);
        const { removed = [] } = await t.result('listsinceblock', { blockhash: stale }, { wallet });
        entriesOf(t, removed, txid, 'receive');
      }),
  }),
  rule({
    rule: 'listsinceblock/removed-structure',
    case: 'accounts',
    effect: ['wallet', 'chain'],
    profile: 'accounts',
    uses: ['sendtoaddress', 'invalidateblock', 'reconsiderblock'],
    run: async (t) => {
      const { listed: now, removed } = await takenBack(t);
      if (now.every(({ account }) => account === undefined)) return endWithoutAccounts(t);
      const accounts = (entries: typeof now): (string | null)[] => entries.map(({ account }) => account ?? null);
      t.equal(accounts(removed), accounts(now), 'the list of accounts of entries in removed', { path: 'removed' });
    },
  }),
  rule({
    rule: 'listsinceblock/include-removed',
    effect: ['read'],
    uses: ['getblockcount', 'getblockhash'],
    run: async (t) => {
      await t.world.use('confirmedSend');
      const blockhash = await blockBefore(t, 1);
      const ask = (include_removed: boolean): Promise<ListSinceBlock> =>
        t.result('listsinceblock', { blockhash, target_confirmations: 1, include_watchonly: false, include_removed });
      t.ok((await ask(true)).removed !== undefined, 'removed is missing, although include_removed is true', { path: 'removed' });
      t.ok((await ask(false)).removed === undefined, 'removed is present, although include_removed is false', { path: 'removed' });
    },
  }),
  rule({
    rule: 'listsinceblock/entries',
    effect: ['read'],
    uses: ['listtransactions'],
    run: async (t) => {
      const { txid } = await t.world.use('confirmedReceive');
      const { transactions } = await t.result('listsinceblock');
      const entries = await listed(t);
      for (const category of ['send', 'receive'] as const) {
        const expected = entriesOf(t, entries, txid, category);
        for (const entry of entriesOf(t, transactions, txid, category)) {
          const twin = expected.find((other) => other.vout === entry.vout);
          if (
            !t.ok(twin !== undefined, `listtransactions has no entry of category ${category} for output ${entry.vout} of ${txid}`) ||
            !twin
          )
            continue;
          for (const [field, value] of Object.entries(twin)) {
            t.equal(
              entry[field as keyof ListSinceBlockEntry],
              value,
              `${field} of an entry of category ${category} (compared with listtransactions)`,
              {
                path: field,
              },
            );
          }
        }
      }
    },
  }),
  rule({
    rule: 'listsinceblock/to',
    effect: ['wallet', 'chain'],
    uses: ['sendtoaddress', 'getblockcount', 'getblockhash'],
    run: async (t) => {
      const silent = await t.world.fresh('unconfirmedSend');
      const { addresses } = await t.world.use('foreignKey');
      const said = `pyx ${t.random.word(12)}`;
      const txid = await t.world.result('sendtoaddress', { address: addresses.bech32, amount: '0.1', comment: '', comment_to: said });
      const { transactions } = await t.result('listsinceblock', { blockhash: await blockBefore(t, 0) });
      for (const { to } of entriesOf(t, transactions, txid, 'send')) t.equal(to, said, 'to, the comment on the recipient', { path: 'to' });
      for (const { to } of entriesOf(t, transactions, silent.txid, 'send')) {
        t.ok((to ?? '') === '', `to is ${JSON.stringify(to)}, expected no comment on the recipient`, { path: 'to' });
      }
    },
  }),
  rule({
    rule: 'listsinceblock/account-option',
    effect: ['read'],
    run: async (t) => {
      const { txid } = await t.world.use('confirmedReceive');
      const { transactions } = await t.result('listsinceblock');
      entriesOf(t, transactions, txid, 'receive');
      const found = transactions.find((entry) => entry.account !== undefined);
      t.ok(found === undefined, `the entry of ${found?.txid} has account on a node started without -deprecatedrpc=accounts`, {
        path: 'account',
      });
    },
  }),
  rule({
    rule: ['listsinceblock/move-category', 'listsinceblock/move-sign', 'listsinceblock/move-address'],
    effect: ['wallet'],
    profile: 'accounts',
    uses: ['move'],
    run: async (t) => {
      await t.world.use('confirmedReceive');
      const account = `pyx ${t.random.word(8)}`;
      const amountSat = BigInt(t.random.integer(1_000_000, 9_000_000));
      // Refused or not.
      await t.call('move', ['', account, formatSat(0n)]);
      const earlier = (await t.result('listsinceblock')).transactions.filter((entry) => entry.category === 'move');
      t.ok(
        earlier.every(({ amount }) => satoshis(amount) !== 0n),
        'an entry of category move has the amount 0, which is neither negative for outbound nor positive for inbound',
        { path: 'amount' },
      );
      // The documents do not show the arguments of move, so a node with other arguments cannot be tested.
      const moved = await t.call('move', ['', account, formatSat(amountSat)]);
      if (!moved.ok)
        t.inapplicable('the node does not accept two accounts and an amount as the arguments of move, and the documents show none');
      const { transactions } = await t.result('listsinceblock');
      const moves = transactions.filter((entry) => entry.category === 'move');
      const amounts = moves.map((entry) => [entry.account ?? '', satoshis(entry.amount)] as const);
      t.ok(moves.length > 0, 'no entry is of category move after a transfer between accounts', { path: 'category' });
      t.ok(
        amounts.some(([name, sat]) => name === '' && sat === -amountSat),
        `no entry of category move has the amount -${amountSat} sat and the paying account`,
        { path: 'amount' },
      );
      t.ok(
        amounts.some(([name, sat]) => name === account && sat === amountSat),
        `no entry of category move has the amount ${amountSat} sat and the receiving account`,
        { path: 'amount' },
      );
      for (const { address } of moves) t.equal(address, undefined, 'address of an entry of category move', { path: 'address' });
      for (const entry of moves.filter((move) => move.account === account))
        t.equal(entry.comment ?? '', '', 'comment of a move without one', { path: 'comment' });
    },
  }),
];
