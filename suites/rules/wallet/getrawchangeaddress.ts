import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import { satoshis } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import { present } from '../../support/present.ts';
import { rule } from '../rule.ts';
import { makeTransaction } from '../support/spending.ts';

const rawUse = rule({
  rule: 'getrawchangeaddress/raw-use',
  effect: ['wallet', 'chain'],
  uses: ['createrawtransaction', 'signrawtransactionwithwallet', 'sendrawtransaction', 'gettransaction'],
  run: async (t) => {
    const coin = await t.world.fresh('spendable');
    const { addresses } = await t.world.fresh('foreignKey');
    const paidSat = BigInt(t.random.integer(10_000_000, 60_000_000));
    const feeSat = await feeFor(t.world);
    const change = await t.result('getrawchangeaddress', { address_type: t.random.pick(['legacy', 'p2sh-segwit', 'bech32'] as const) });
    const hexstring = await makeTransaction(
      t.world,
      [coin],
      [
        [addresses.bech32, paidSat],
        [change, coin.amountSat - paidSat - feeSat],
      ],
    );
    const txid = await t.result('sendrawtransaction', { hexstring });
    const { amount, fee } = await t.result('gettransaction', { txid });
    t.equal(satoshis(amount), -paidSat, 'amount in gettransaction of a raw transaction with change', {
      path: 'amount',
    });
    t.equal(
      satoshis(present(t, fee, 'fee is missing for a sent transaction', 'fee')),
      -feeSat,
      'the fee of a raw transaction with change',
      { path: 'fee' },
    );
  },
});

export const getrawchangeaddressRules: readonly Case[] = [rawUse];
