import { formatSat } from '../../../client/wire-json.ts';
import type { ReceivedByAddress } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { payFromTrial, reserveCoins, randomAmountSat } from '../../support/payments.ts';
import { rule } from '../rule.ts';
import { endWithoutAccounts } from '../support/account-fields.ts';

function received(t: Trial, minconf = 1): Promise<readonly ReceivedByAddress[]> {
  return t.result('listreceivedbyaddress', { minconf, include_empty: false, include_watchonly: true });
}

/** The entry of a paid address. Records a finding if there is none. */
function entryOf(t: Trial, entries: readonly ReceivedByAddress[], address: string): ReceivedByAddress | undefined {
  const entry = entries.find((candidate) => candidate.address === address);
  t.ok(entry !== undefined, `listreceivedbyaddress does not list the paid address ${address}`);
  return entry;
}

export const listreceivedbyaddressRules: readonly Case[] = [
  rule({
    rule: 'listreceivedbyaddress/involves-watchonly',
    effect: ['read'],
    run: async (t) => {
      const watched = await t.world.use('watchOnly');
      const own = await t.world.use('confirmedReceive');
      const entries = await received(t);
      const of = (address: string): boolean | undefined => entryOf(t, entries, address)?.involvesWatchonly;
      t.equal(of(watched.address), true, 'involvesWatchonly of an imported address', { path: 'involvesWatchonly' });
      t.equal(of(own.address), undefined, 'involvesWatchonly of an address of the wallet', { path: 'involvesWatchonly' });
    },
  }),
  rule({
    rule: 'listreceivedbyaddress/confirmations',
    effect: ['wallet', 'chain'],
    run: async (t) => {
      const { address } = await t.world.fresh('labelled');
      // Getting coins may require mining, which would change the confirmations.
      await reserveCoins(t, 2);
      const [olderSat, youngerSat] = [randomAmountSat(t), randomAmountSat(t)];
      const older = await payFromTrial(t, [{ address, amountSat: olderSat }]);
      await t.world.mine(2);
      const younger = await payFromTrial(t, [{ address, amountSat: youngerSat }]);
      await t.world.mine(1);
      const both = entryOf(t, await received(t), address);
      if (both) {
        t.equal(both.confirmations, 1, 'confirmations of an address paid 3 blocks and 1 block ago', { path: 'confirmations' });
        t.equal([...both.txids].sort(), [older.txid, younger.txid].sort(), 'txids', { path: 'txids' });
        t.equal(both.amount, formatSat(olderSat + youngerSat), 'amount (compared with the sum of both payments)', { path: 'amount' });
      }
      const entry = entryOf(t, await received(t, 2), address);
      if (entry) {
        t.equal(entry.confirmations, 3, 'confirmations with minconf 2, for which only the payment 3 blocks ago counts', {
          path: 'confirmations',
        });
        t.equal([...entry.txids], [older.txid], 'txids with minconf 2', { path: 'txids' });
      }
    },
  }),
  rule({
    rule: 'listreceivedbyaddress/account-option',
    effect: ['read'],
    run: async (t) => {
      const { address } = await t.world.use('confirmedReceive');
      const entries = await received(t);
      entryOf(t, entries, address);
      const found = entries.find((entry) => entry.account !== undefined);
      t.ok(found === undefined, `account is present for ${found?.address} on a node started without -deprecatedrpc=accounts`, {
        path: 'account',
      });
    },
  }),
  rule({
    rule: 'listreceivedbyaddress/account-alias',
    effect: ['read'],
    profile: 'accounts',
    run: async (t) => {
      const { address, label } = await t.world.use('confirmedReceive');
      const entry = entryOf(t, await received(t), address);
      if (!entry) return;
      if (entry.account === undefined) return endWithoutAccounts(t);
      t.equal(entry.account, label, 'account of an address with this label', { path: 'account' });
      t.equal(entry.label, label, 'label of the same address', { path: 'label' });
    },
  }),
];
