import type { Wire } from '../../../specs/model/wire.ts';
import { satoshis } from '../../../client/wire-json.ts';
import { newLabel } from '../../../fixtures/world/ingredients/addresses.ts';
import type { AddressTypeName } from '../../../fixtures/world/types.ts';
import type { Case } from '../../../engine/types.ts';
import { rule } from '../rule.ts';
import { makeTransaction } from '../support/spending.ts';

const types: readonly AddressTypeName[] = ['legacy', 'p2sh-segwit', 'bech32'];

const byLabel = rule({
  rule: ['getaddressesbylabel/keys', 'getaddressesbylabel/purpose'],
  effect: ['wallet'],
  uses: ['getnewaddress'],
  run: async (t) => {
    await t.world.use('wallet');
    const label = newLabel(t.world);
    const addresses: string[] = [];
    for (const type of types) addresses.push(await t.result<string>('getnewaddress', { label, address_type: type }));
    await t.result('getnewaddress', { label: newLabel(t.world) });
    const found = await t.result<{ [address: string]: { purpose?: string } }>('getaddressesbylabel', { label });
    t.equal(Object.keys(found).sort(), addresses.sort(), 'the addresses of a label that three were made with');
    for (const { purpose } of Object.values(found)) t.equal(purpose, 'receive', 'the purpose of an address made to be paid at', { path: 'purpose' });
  },
});

const labelMade = rule({
  rule: 'getnewaddress/label-made',
  effect: ['wallet'],
  uses: ['listlabels', 'getaddressesbylabel'],
  run: async (t) => {
    await t.world.use('wallet');
    const label = newLabel(t.world);
    t.ok(!(await t.result<string[]>('listlabels')).includes(label), 'listlabels lists a label that nobody has made');
    const address = await t.result<string>('getnewaddress', { label });
    t.ok((await t.result<string[]>('listlabels')).includes(label), 'listlabels does not list the label of a new address');
    const found = await t.result<{ [address: string]: unknown }>('getaddressesbylabel', { label });
    t.equal(Object.keys(found), [address], 'the addresses of the label that was made with a new address');
  },
});

const rawUse = rule({
  rule: 'getrawchangeaddress/raw-use',
  effect: ['wallet', 'chain'],
  uses: ['createrawtransaction', 'signrawtransactionwithwallet', 'sendrawtransaction', 'gettransaction'],
  run: async (t) => {
    const coin = await t.world.fresh('spendable');
    const { addresses } = await t.world.fresh('foreignKey');
    const paidSat = BigInt(t.random.integer(10_000_000, 60_000_000));
    const change = await t.result<string>('getrawchangeaddress', { address_type: t.random.pick(types) });
    const hexstring = await makeTransaction(t.world, [coin], [[addresses.bech32, paidSat], [change, coin.amountSat - paidSat - 10_000n]]);
    const txid = await t.result<string>('sendrawtransaction', { hexstring });
    const { amount, fee } = await t.result<{ amount: Wire; fee: Wire }>('gettransaction', { txid });
    t.equal(satoshis(amount), -paidSat, 'what the wallet has less, but for the fee, after a raw transaction with change', { path: 'amount' });
    t.equal(satoshis(fee), -10_000n, 'the fee of a raw transaction with change', { path: 'fee' });
  },
});

export const addressRules: readonly Case[] = [byLabel, labelMade, rawUse];
