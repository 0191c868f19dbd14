import { formatSat, satoshis } from '../../../client/wire-json.ts';
import type { ListSinceBlockEntry } from '../../../specs/model/generated/wire.d.ts';
import { newChangeAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { isInPool } from '../../../fixtures/world/ingredients/chain-places.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import type { Case } from '../../../engine/case.ts';
import { payFromTrial, reserveCoins, randomAmountSat } from '../../support/payments.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';
import { ACCOUNT_AMOUNT } from '../support/account-option.ts';
import { feeOf } from '../support/fees.ts';
import { payFromOutside } from '../support/outside-payment.ts';
import { whileInvalidated } from '../../support/invalidated-block.ts';
import { rawTransaction } from '../support/raw-transaction.ts';
import { replacedFamily } from '../support/replaced-family.ts';
import { makeTransaction } from '../support/spending.ts';
import { entriesOf, listed } from '../support/wallet-entries.ts';

export const listtransactionsRules: readonly Case[] = [
  rule({
    rule: ['listtransactions/label', 'listtransactions/account-argument'],
    effect: ['read'],
    run: async (t) => {
      const { txid, label, address, amountSat } = await t.world.use('confirmedReceive');
      const all = await listed(t);
      const expected = all.filter((entry) => entry.category === 'receive' && entry.label === label);
      const entries = await listed(t, label);
      for (const entry of entriesOf(t, entries, txid, 'receive')) {
        t.equal(entry.address, address, 'address of the payment in the list of a label', { path: 'address' });
        t.equal(formatSat(satoshis(entry.amount)), formatSat(amountSat), 'amount of the payment in the list of a label', {
          path: 'amount',
        });
      }
      // An account would also list outgoing payments: this payment comes from the same wallet.
      for (const entry of entries) {
        t.equal(entry.category, 'receive', `category of ${entry.txid} in the list of a label`, { path: 'category' });
        t.equal(entry.label, label, `label of ${entry.txid} in the list of a label`, { path: 'label' });
      }
      t.equal(entries.length, expected.length, 'the number of entries in the list of a label');
    },
  }),
  rule({
    rule: 'listtransactions/label-asterisk',
    effect: ['read'],
    run: async (t) => {
      const received = await t.world.use('confirmedReceive');
      const sent = await t.world.use('walletSend');
      const all = await listed(t, '*');
      entriesOf(t, all, received.txid, 'receive');
      entriesOf(t, all, received.txid, 'send');
      entriesOf(t, all, sent.txid, 'send');
      const page = await t.result('listtransactions', { label: '*' });
      t.equal(page, await t.result('listtransactions'), 'the page with the label * (compared with the page without arguments)');
    },
  }),
  rule({
    rule: 'listtransactions/amount-sign',
    effect: ['read'],
    run: async (t) => {
      const { txid, amountSat, vout } = await t.world.use('confirmedReceive');
      const entries = await listed(t);
      const amountOf = (category: 'send' | 'receive'): bigint[] =>
        entriesOf(t, entries, txid, category)
          .filter((entry) => entry.vout === vout)
          .map((entry) => satoshis(entry.amount));
      t.equal(amountOf('send')[0], -amountSat, 'amount of the entry of category send', { path: 'amount' });
      t.equal(amountOf('receive')[0], amountSat, 'amount of the entry of category receive', { path: 'amount' });
      for (const { category, amount, txid } of entries) {
        // A data output has the amount 0, without a sign.
        const amountSat = satoshis(amount);
        if (category === 'send')
          t.ok(amountSat <= 0n, `amount of the send entry of ${txid} is ${amountSat} sat, expected 0 or less`, { path: 'amount' });
        if (category === 'receive')
          t.ok(amountSat >= 0n, `amount of the receive entry of ${txid} is ${amountSat} sat, expected 0 or more`, { path: 'amount' });
      }
    },
  }),
  rule({
    rule: 'listtransactions/fee-sign',
    effect: ['read'],
    uses: ['getrawtransaction'],
    run: async (t) => {
      const { txid } = await t.world.use('walletSend');
      const feeSat = await feeOf(t, await rawTransaction(t, txid));
      for (const { fee = null } of entriesOf(t, await listed(t), txid, 'send')) {
        if (t.ok(fee !== null, `the entry of ${txid} has no fee`, { path: 'fee' }))
          t.equal(satoshis(fee), -feeSat, 'the fee', { path: 'fee' });
      }
    },
  }),
  rule({
    rule: ['listtransactions/fee-send', 'listtransactions/abandoned-send'],
    effect: ['read'],
    run: async (t) => {
      const { txid } = await t.world.use('confirmedReceive');
      const entries = await listed(t);
      entriesOf(t, entries, txid, 'receive');
      for (const entry of entriesOf(t, entries, txid, 'send')) {
        t.ok(entry.fee !== undefined, 'an entry of category send has no fee', { path: 'fee' });
      }
      for (const { category, fee, abandoned, txid } of entries.filter((entry) => entry.category !== 'send')) {
        t.ok(fee === undefined, `the entry of ${txid} of category ${category} has a fee, expected none`, { path: 'fee' });
        t.ok(abandoned === undefined, `the entry of ${txid} of category ${category} has abandoned, expected none`, { path: 'abandoned' });
      }
    },
  }),
  rule({
    rule: 'listtransactions/conflicted',
    effect: ['wallet', 'chain'],
    uses: ['bumpfee'],
    run: async (t) => {
      const { txid, replacedBy } = await t.world.fresh('abandonable');
      for (const { confirmations } of entriesOf(t, await listed(t), txid, 'send')) {
        t.equal(confirmations, 0, 'confirmations of an unconfirmed transaction without a conflict in a block', { path: 'confirmations' });
      }
      await t.world.mine(1);
      const entries = await listed(t);
      for (const { confirmations } of entriesOf(t, entries, replacedBy, 'send')) {
        t.equal(confirmations, 1, 'confirmations of the mined transaction', { path: 'confirmations' });
      }
      for (const { confirmations } of entriesOf(t, entries, txid, 'send')) {
        t.ok(confirmations < 0, `confirmations is ${confirmations} for a transaction that conflicts with a block, expected less than 0`, {
          path: 'confirmations',
        });
      }
    },
  }),
  rule({
    rule: 'listtransactions/conflicted',
    case: 'two-blocks',
    effect: ['wallet', 'chain'],
    uses: ['sendrawtransaction', 'getrawmempool'],
    run: async (t) => {
      const { parent, released } = await replacedFamily(t);
      const isConflicted = async (when: string): Promise<void> => {
        for (const { confirmations } of entriesOf(t, await listed(t), parent, 'send'))
          t.ok(confirmations < 0, `confirmations is ${confirmations} for a transaction that conflicts with ${when}, expected less than 0`, {
            path: 'confirmations',
          });
      };
      await t.world.mine(1);
      await isConflicted('a block');
      const change = await newChangeAddress(t.world);
      const rest = [[change, released.amountSat - (await feeFor(t.world))]] as const;
      await t.result('sendrawtransaction', { hexstring: await makeTransaction(t.world, [released], rest) });
      const [second = ''] = await t.world.mine(1);
      await isConflicted('two blocks');
      await whileInvalidated(t, second, () => isConflicted('the first of two blocks, and the second was taken back'));
      await isConflicted('two blocks, the second of which was taken back and came again');
    },
  }),
  rule({
    rule: 'listtransactions/trusted',
    effect: ['wallet', 'chain'],
    run: async (t) => {
      const { address } = await t.world.fresh('labelled');
      const { address: payee } = await t.world.fresh('unownedAddress');
      // Getting coins may require mining, and neither payment may be mined.
      await reserveCoins(t, 1);
      const foreign = await payFromOutside(t.world, address);
      const own = await payFromTrial(t, [{ address: payee, amountSat: randomAmountSat(t) }]);
      const entries = await listed(t);
      for (const { trusted } of entriesOf(t, entries, own.txid, 'send')) {
        t.equal(trusted, true, 'trusted of an unconfirmed payment from the wallet', { path: 'trusted' });
      }
      for (const { trusted } of entriesOf(t, entries, foreign.txid, 'receive')) {
        t.equal(trusted, false, 'trusted of an unconfirmed payment from outside', { path: 'trusted' });
      }
    },
  }),
  rule({
    rule: 'listtransactions/comment',
    effect: ['wallet', 'chain'],
    uses: ['sendtoaddress'],
    run: async (t) => {
      const silent = await t.world.use('confirmedSend');
      await t.world.use('funds');
      const { addresses } = await t.world.use('foreignKey');
      const comment = `pyx ${t.random.word(12)}`;
      const txid = await t.world.result('sendtoaddress', { address: addresses.bech32, amount: '0.1', comment });
      const entries = await listed(t);
      for (const entry of entriesOf(t, entries, txid, 'send')) t.equal(entry.comment, comment, 'comment', { path: 'comment' });
      for (const entry of entriesOf(t, entries, silent.txid, 'send')) {
        t.ok((entry.comment ?? '') === '', `comment is ${JSON.stringify(entry.comment)}, expected no comment`, { path: 'comment' });
      }
    },
  }),
  rule({
    rule: ['listtransactions/comment', 'listsinceblock/to'],
    case: 'sendfrom',
    effect: ['wallet', 'chain'],
    profile: 'accounts',
    uses: ['sendfrom', 'listsinceblock'],
    run: async (t) => {
      await t.world.use('funds');
      const { addresses } = await t.world.use('foreignKey');
      const sent = await t.call('sendfrom', ['', addresses.legacy, ACCOUNT_AMOUNT]);
      if (!sent.ok || typeof sent.result !== 'string')
        return t.inapplicable('the documents show neither arguments nor result of sendfrom, and those of the family do not fit this node');
      const entriesSince = async (txid: string): Promise<readonly ListSinceBlockEntry[]> => {
        const { transactions } = await t.result('listsinceblock');
        const entries = [...(await listed(t)), ...transactions].filter((entry) => entry.txid === txid);
        t.ok(entries.length > 0, `neither listtransactions nor listsinceblock has an entry of ${txid}, which sendfrom sent`);
        return entries;
      };
      for (const { comment = '', to = '' } of await entriesSince(sent.result))
        t.equal([comment, to], ['', ''], 'comment and to of a payment without them', { path: 'comment' });
      // In the order of every release of the family with the method.
      const notes = { comment: `pyx ${t.random.word(12)}`, to: `pyx ${t.random.word(12)}` };
      const noted = await t.call('sendfrom', ['', addresses.legacy, ACCOUNT_AMOUNT, 1, notes.comment, notes.to]);
      if (!noted.ok || typeof noted.result !== 'string') return;
      for (const { comment, to } of await entriesSince(noted.result)) {
        t.equal(comment, notes.comment, 'comment of a payment of an account', { path: 'comment' });
        if (to !== undefined) t.equal(to, notes.to, 'to of a payment of an account', { path: 'to' });
      }
      const { transactions } = await t.result('listsinceblock');
      t.ok(
        transactions.some((entry) => entry.txid === noted.result && entry.to === notes.to),
        'listsinceblock shows no comment-to of a payment of an account that was given one',
        { path: 'to' },
      );
    },
  }),
  rule({
    rule: 'listtransactions/replaceable-unknown',
    effect: ['wallet', 'chain'],
    uses: ['bumpfee'],
    run: async (t) => {
      await t.world.fresh('abandonable');
      // Last, since getting coins for the other may require mining.
      const { txid } = await t.world.fresh('replaceable');
      const entries = await listed(t);
      for (const entry of entriesOf(t, entries, txid, 'send')) {
        t.equal(entry['bip125-replaceable'], 'yes', 'bip125-replaceable of a pool payment that signals replaceability', {
          path: 'bip125-replaceable',
        });
      }
      for (const { txid, confirmations } of entries.filter((entry) => entry['bip125-replaceable'] === 'unknown')) {
        const where = confirmations > 0 ? 'in a block' : (await isInPool(t.world, txid)) ? 'in the memory pool' : undefined;
        t.ok(where === undefined, `bip125-replaceable of ${txid} is unknown, expected yes or no: the transaction is ${where}`, {
          path: 'bip125-replaceable',
        });
      }
    },
  }),
  row({
    table: 'limits',
    row: 'transactions-page',
    effect: ['read'],
    run: async (t) => {
      await t.world.use('funds');
      const all = await listed(t);
      if (!t.ok(all.length > 11, `listtransactions lists ${all.length} entries, expected more than 11 payments`)) return;
      const page = await t.result('listtransactions');
      t.equal(page.length, 10, 'the number of entries on a page');
      t.equal(
        page,
        await t.result('listtransactions', { label: '*', count: 10, skip: 0 }),
        'the page without count and skip (compared with count 10 and skip 0)',
      );
      t.equal(await t.result('listtransactions', { label: '*', count: 10 }), page, 'the page without skip');
    },
  }),
];
