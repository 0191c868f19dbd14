import type { Services, UnspentOutput } from '../../../specs/model/generated/wire.d.ts';
import { pay } from '../../../fixtures/world/ingredients/payments.ts';
import { isInPool } from '../../../fixtures/world/ingredients/chain-places.ts';
import type { OutpointValue } from '../../../fixtures/world/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { fromHex, hash160, toHex } from '../../../oracles/bytes.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';
import { showsAccounts } from '../support/account-fields.ts';
import { decoded } from '../../support/decoded.ts';
import { payFromOutside } from '../support/outside-payment.ts';

const isAt = (place: OutpointValue) => (item: OutpointValue) => item.txid === place.txid && item.vout === place.vout;

/** The item of `listunspent` for the only output of an address. Records a finding if it is missing. */
async function unspentOf(t: Trial, place: OutpointValue & { readonly address: string }, minconf = 1): Promise<UnspentOutput | undefined> {
  const list = await t.result('listunspent', { minconf, maxconf: 9_999_999, addresses: [place.address] });
  const found = list.find(isAt(place));
  t.ok(found !== undefined, `listunspent does not list the unspent output ${place.vout} of ${place.txid}`);
  return found;
}

/** Whether the output is listed with these arguments. */
async function isListed(t: Trial, place: OutpointValue, args: Services['listunspent']['named']): Promise<boolean> {
  return (await t.result('listunspent', args)).some(isAt(place));
}

export const listunspentRules: readonly Case[] = [
  rule({
    rule: ['listunspent/minconf-inclusive', 'listunspent/maxconf-inclusive', 'listunspent/confirmations-range'],
    effect: ['wallet', 'chain'],
    run: async (t) => {
      const place = await t.world.fresh('confirmedReceive');
      await t.world.mine(2);
      const addresses = [place.address];
      const within = (minconf: number, maxconf: number): Promise<boolean> => isListed(t, place, { minconf, maxconf, addresses });
      const state = 'an output with 3 confirmations';
      t.ok(await within(3, 9_999_999), `${state} is not listed with minconf 3`);
      t.ok(await within(0, 3), `${state} is not listed with maxconf 3`);
      t.ok(await within(3, 3), `${state} is not listed with minconf 3 and maxconf 3`);
      t.ok(!(await within(4, 9_999_999)), `${state} is listed with minconf 4`);
      t.ok(!(await within(0, 2)), `${state} is listed with maxconf 2`);
      const waiting = await pay(t.world, place.address, false);
      t.ok(
        await isListed(t, waiting, { minconf: 0, maxconf: 9_999_999, addresses }),
        'an output of an unconfirmed transaction is not listed with minconf 0',
      );
      t.ok(!(await isListed(t, waiting, {})), 'an output of an unconfirmed transaction is listed without minconf (default 1)');
    },
  }),
  rule({
    rule: 'listunspent/redeem-script',
    effect: ['wallet', 'chain'],
    run: async (t) => {
      const { address } = await t.world.fresh('p2shSegwitAddress');
      const wrapped = await pay(t.world, address, false);
      await t.world.fresh('confirmedReceive'); // also mines the earlier payment
      const item = await unspentOf(t, wrapped);
      if (
        item &&
        t.ok(item.redeemScript !== undefined, 'redeemScript is missing for an output of a P2SH address', { path: 'redeemScript' })
      ) {
        const script = `a914${toHex(hash160(decoded(t, 'redeemScript', () => fromHex(item.redeemScript))))}87`;
        t.equal(script, item.scriptPubKey, 'the P2SH output script of redeemScript (compared with scriptPubKey)', {
          path: 'redeemScript',
          evidence: 'standard',
          source: 'BIP 16',
        });
      }
    },
  }),
  rule({
    rule: 'listunspent/spendable',
    effect: ['wallet', 'chain'],
    run: async (t) => {
      const watched = await unspentOf(t, await t.world.use('watchOnly'));
      const own = await unspentOf(t, await t.world.fresh('confirmedReceive'));
      if (watched) t.equal(watched.spendable, false, 'spendable of a watch-only output', { path: 'spendable' });
      if (own) t.equal(own.spendable, true, 'spendable of an output of the wallet', { path: 'spendable' });
    },
  }),
  rule({
    rule: 'listunspent/solvable',
    effect: ['wallet', 'chain'],
    uses: ['importpubkey'],
    run: async (t) => {
      const { publicKey, addresses } = await t.world.fresh('foreignKey');
      await t.world.result('importpubkey', { pubkey: publicKey, label: '', rescan: false });
      const known = await pay(t.world, addresses.legacy, false);
      const own = await unspentOf(t, await t.world.fresh('confirmedReceive')); // also mines the earlier payment
      const solvable = await unspentOf(t, known);
      const unknown = await unspentOf(t, await t.world.use('watchOnly'));
      if (own) t.equal(own.solvable, true, 'solvable of an output of the wallet', { path: 'solvable' });
      if (solvable) {
        t.equal(solvable.solvable, true, 'solvable of an output whose public key was imported', { path: 'solvable' });
        t.equal(solvable.spendable, false, 'spendable of an output whose public key was imported', { path: 'spendable' });
      }
      if (unknown) t.equal(unknown.solvable, false, 'solvable of an output whose address only was imported', { path: 'solvable' });
    },
  }),
  rule({
    rule: 'listunspent/unsafe-foreign',
    effect: ['wallet', 'chain'],
    run: async (t) => {
      const { address } = await t.world.fresh('labelled');
      const place = { ...(await payFromOutside(t.world, address)), address };
      const before = await unspentOf(t, place, 0);
      if (before) t.equal(before.safe, false, 'safe of an unconfirmed output from outside', { path: 'safe' });
      const listed = await isListed(t, place, { minconf: 0, maxconf: 9_999_999, addresses: [address], include_unsafe: false });
      t.ok(!listed, 'an unsafe output is listed with include_unsafe false');
      await t.world.mine(1);
      const after = await unspentOf(t, place);
      if (after) t.equal(after.safe, true, 'safe of the same output after it is confirmed', { path: 'safe' });
    },
  }),
  rule({
    rule: 'listunspent/unsafe-replacement',
    effect: ['wallet', 'chain'],
    uses: ['bumpfee'],
    run: async (t) => {
      const { txid: original } = await t.world.fresh('replaceable');
      const { txid } = await t.world.result('bumpfee', { txid: original });
      if (!(await isInPool(t.world, txid))) t.inapplicable('the memory pool of this node replaces no transaction');
      const list = await t.result('listunspent', { minconf: 0 });
      const change = list.filter((item) => item.txid === txid);
      t.ok(change.length > 0, `listunspent does not list the change of the replacement ${txid}`);
      for (const { safe } of change) t.equal(safe, false, 'safe of an output of an unconfirmed replacement', { path: 'safe' });
    },
  }),
  rule({
    rule: 'listunspent/account-option',
    effect: ['read'],
    run: async (t) => {
      await t.world.use('funds');
      const list = await t.result('listunspent');
      t.ok(list.length > 0, 'listunspent is empty for a wallet with payments');
      const found = list.find((item) => item.account !== undefined);
      t.ok(found === undefined, `output ${found?.vout} of ${found?.txid} has account on a node started without -deprecatedrpc=accounts`, {
        path: 'account',
      });
    },
  }),
  rule({
    rule: 'listunspent/account-option',
    case: 'with',
    effect: ['read'],
    profile: 'accounts',
    run: async (t) => {
      const { address } = await t.world.use('confirmedReceive');
      await showsAccounts(t, 'listunspent', { minconf: 1, maxconf: 9_999_999, addresses: [address] });
    },
  }),
  row({
    table: 'limits',
    row: 'unspent-maximum-confirmations',
    effect: ['read'],
    run: async (t) => {
      await t.world.use('funds');
      const places = (list: readonly UnspentOutput[]): string[] => list.map((item) => `${item.txid}:${item.vout}`).sort();
      const list = await t.result('listunspent');
      t.ok(list.length > 0, 'listunspent is empty for a wallet with payments');
      const all = await t.result('listunspent', { minconf: 1, maxconf: 9_999_999 });
      t.equal(places(list), places(all), 'the list without maxconf (compared with maxconf 9999999)');
    },
  }),
];
