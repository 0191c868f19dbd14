import type { WireNumber } from '../../../specs/model/wire.ts';
import { satoshis } from '../../../client/wire-json.ts';
import { pay } from '../../../fixtures/world/ingredients/payments.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { fromHex } from '../../../oracles/bytes.ts';
import { parseTransaction, txidOf } from '../../../oracles/transaction.ts';
import type { WalletTransactionDetails } from '../../../specs/model/generated/wire.d.ts';
import { rule } from '../rule.ts';
import { showsAccounts } from '../support/account-fields.ts';
import { addressIn } from '../support/own-wallet.ts';

const transaction = (t: Trial, txid: string, wallet?: string): Promise<WalletTransactionDetails> =>
  t.result('gettransaction', { txid }, { wallet });

/** The absolute value of a fee: the documents state a negative fee for the transaction, but not for a detail. */
function withoutSign(fee: WireNumber | undefined): bigint | undefined {
  if (fee === undefined) return undefined;
  const sat = satoshis(fee);
  return sat < 0n ? -sat : sat;
}

const feeNegative = rule({
  rule: 'gettransaction/fee-negative',
  effect: ['wallet'], // needs payments made by the trial
  run: async (t) => {
    const { txid } = await t.world.use('confirmedSend');
    const { fee, details } = await transaction(t, txid);
    const paidSat = await feeFor(t.world);
    t.equal(fee === undefined ? undefined : satoshis(fee), -paidSat, `fee of a transaction that pays ${paidSat} sat`, {
      path: 'fee',
    });
    const [sent] = details;
    t.equal(withoutSign(sent?.fee), paidSat, 'the absolute fee in the detail of category send', { path: 'details[0].fee' });
  },
});

const feeSend = rule({
  rule: 'gettransaction/fee-send',
  effect: ['wallet', 'chain'],
  uses: ['createwallet'],
  run: async (t) => {
    const { name } = await t.world.use('secondWallet');
    const address = await addressIn(t.world, name);
    const { txid } = await pay(t.world, address, false);
    t.ok((await transaction(t, txid, name)).fee === undefined, 'fee is present for a received transaction', {
      path: 'fee',
    });
    t.ok((await transaction(t, txid)).fee !== undefined, 'fee is missing for a sent transaction', { path: 'fee' });
  },
});

const category = rule({
  rule: 'gettransaction/details-category',
  effect: ['wallet'], // needs payments made by the trial
  uses: ['getblock'],
  run: async (t) => {
    const [sent, both] = [await t.world.use('confirmedSend'), await t.world.use('confirmedReceive')];
    const ofSent = (await transaction(t, sent.txid)).details.map((detail) => detail.category);
    t.equal(ofSent, ['send'], 'the categories of a payment to an address outside the wallet', { path: 'details.category' });
    const ofBoth = (await transaction(t, both.txid)).details.map((detail) => detail.category);
    t.equal([...new Set(ofBoth)].sort(), ['receive', 'send'], 'the categories of a payment of the wallet to itself', {
      path: 'details.category',
    });
    const { tx } = await t.result('getblock', { blockhash: sent.blockhash, verbosity: 1 });
    const [mined] = (await transaction(t, tx[0] ?? '')).details;
    t.ok(
      ['send', 'receive'].includes(mined?.category ?? 'missing'),
      `the category of a coinbase of the wallet is ${mined?.category}, expected send or receive`,
      { path: 'details[0].category' },
    );
  },
});

const detailFields = rule({
  rule: ['gettransaction/details-fee-send', 'gettransaction/details-abandoned-send', 'gettransaction/details-account'],
  effect: ['wallet'], // needs payments made by the trial
  run: async (t) => {
    const { txid } = await t.world.use('confirmedReceive');
    const { details } = await transaction(t, txid);
    const received = details.filter((detail) => detail.category === 'receive');
    t.ok(received.length > 0, 'a payment of the wallet to itself has no detail of category receive', { path: 'details' });
    for (const detail of received) {
      t.ok(detail.fee === undefined, 'a detail of category receive has a fee', { path: 'details.fee' });
      t.ok(detail.abandoned === undefined, 'a detail of category receive has abandoned', { path: 'details.abandoned' });
    }
    for (const detail of details) {
      t.ok(detail.account === undefined, 'a detail has account on a node started without -deprecatedrpc=accounts', {
        path: 'details.account',
      });
    }
    const sent = details.find((detail) => detail.category === 'send');
    t.equal(withoutSign(sent?.fee), await feeFor(t.world), 'the absolute fee of the detail of category send', { path: 'details.fee' });
    t.equal(sent?.abandoned, false, 'abandoned in the detail of category send of a confirmed transaction', { path: 'details.abandoned' });
  },
});

const accounts = rule({
  rule: 'gettransaction/details-account',
  case: 'with',
  effect: ['read'],
  profile: 'accounts',
  run: async (t) => showsAccounts(t, 'gettransaction', { txid: (await t.world.use('confirmedReceive')).txid }),
});

const raw = rule({
  rule: 'gettransaction/hex',
  effect: ['read'],
  run: async (t) => {
    const { txid, hex: sent } = await t.world.use('walletSend');
    const { hex } = await transaction(t, txid);
    t.equal(hex, sent, 'hex of a transaction (compared with the bytes sent)', { path: 'hex' });
    t.equal(txidOf(parseTransaction(fromHex(hex))), txid, 'the txid of hex', { path: 'hex', evidence: 'standard', source: 'BIP 141' });
  },
});

export const gettransactionRules: readonly Case[] = [feeNegative, feeSend, category, detailFields, accounts, raw];
