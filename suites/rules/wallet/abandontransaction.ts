import { newChangeAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { rule } from '../rule.ts';
import { refusedIn } from '../support/own-wallet.ts';
import { replacedFamily } from '../support/replaced-family.ts';
import { makeTransaction } from '../support/spending.ts';

async function isAbandoned(t: Trial, txid: string): Promise<boolean> {
  const { details } = await t.result('gettransaction', { txid });
  if (details.length === 0) t.sawNothing('entry of details');
  return details.some((detail) => detail.abandoned === true);
}

const notInBlockOrPool = rule({
  rule: 'abandontransaction/not-in-block-or-pool',
  effect: ['wallet'],
  uses: ['gettransaction'],
  run: async (t) => {
    const [inBlock, inPool] = [await t.world.use('confirmedSend'), await t.world.fresh('unconfirmedSend')];
    for (const [where, { txid }] of [
      ['a block', inBlock],
      ['the memory pool', inPool],
    ] as const) {
      // The documents leave open whether the call is refused or has no effect; only the effect is checked.
      await t.call('abandontransaction', { txid });
      t.ok(!(await isAbandoned(t, txid)), `a transaction in ${where} was abandoned`, { path: 'details.abandoned' });
    }
  },
});

const inWallet = rule({
  rule: 'abandontransaction/in-wallet',
  effect: ['wallet'],
  uses: ['gettransaction'],
  run: async (t) => {
    const { txid } = await t.world.fresh('abandonable');
    const { name } = await t.world.use('secondWallet');
    await refusedIn(t, name, { method: 'abandontransaction', args: { txid } }, { why: 'the transaction does not belong to this wallet' });
    t.ok(!(await isAbandoned(t, txid)), 'a call to another wallet abandoned the transaction');
    await t.result('abandontransaction', { txid });
    t.ok(await isAbandoned(t, txid), 'a wallet transaction that is in no block and not in the pool was not abandoned', {
      path: 'details.abandoned',
    });
  },
});

const descendants = rule({
  rule: 'abandontransaction/descendants',
  effect: ['wallet', 'chain'],
  uses: ['gettransaction', 'sendrawtransaction', 'getrawmempool'],
  run: async (t) => {
    const { parent, child } = await replacedFamily(t);
    t.ok(!(await isAbandoned(t, child)), 'the child was abandoned before its parent was abandoned');
    await t.result('abandontransaction', { txid: parent });
    t.ok(await isAbandoned(t, parent), 'abandoned is false after abandontransaction', { path: 'details.abandoned' });
    t.ok(await isAbandoned(t, child), 'a wallet transaction that spends an output of the abandoned transaction is not abandoned with it', {
      path: 'details.abandoned',
    });
  },
});

const inputsFree = rule({
  rule: 'abandontransaction/inputs-free',
  effect: ['wallet', 'chain'],
  uses: ['listunspent', 'sendrawtransaction', 'getrawmempool'],
  run: async (t) => {
    const { parent, released } = await replacedFamily(t);
    await t.result('abandontransaction', { txid: parent });
    const unspent = await t.result('listunspent');
    t.ok(
      unspent.some(({ txid, vout }) => txid === released.txid && vout === released.vout),
      'listunspent does not list an output that only the abandoned transaction spent',
    );
    const again = await makeTransaction(
      t.world,
      [released],
      [[await newChangeAddress(t.world), released.amountSat - (await feeFor(t.world))]],
    );
    await t.result('sendrawtransaction', { hexstring: again });
  },
});

const again = rule({
  rule: 'abandontransaction/again',
  effect: ['wallet'],
  uses: ['gettransaction', 'listunspent'],
  run: async (t) => {
    const { txid } = await t.world.fresh('abandonable');
    await t.result('abandontransaction', { txid });
    const seen = async (): Promise<unknown> => {
      const { details } = await t.result('gettransaction', { txid });
      const unspent = await t.result('listunspent', { minconf: 0 });
      return {
        abandoned: details.map((detail) => detail.abandoned ?? null),
        unspent: unspent.map((item) => `${item.txid}:${item.vout}`).sort(),
      };
    };
    const before = await seen();
    t.ok(await isAbandoned(t, txid), 'abandoned is false after abandontransaction', { path: 'details.abandoned' });
    await t.call('abandontransaction', { txid });
    t.equal(await seen(), before, 'the state of the wallet after a second abandontransaction');
  },
});

export const abandontransactionRules: readonly Case[] = [notInBlockOrPool, inWallet, descendants, inputsFree, again];
