import type { Case } from '../../../engine/case.ts';
import { newChangeAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { rule } from '../rule.ts';
import { ACCOUNT_AMOUNT, accountOptionRules, newAccount } from '../support/account-option.ts';

export const setaccountRules: readonly Case[] = [
  ...accountOptionRules({
    id: 'setaccount',
    effect: ['wallet'],
    params: async (t) => [(await t.world.fresh('labelled')).address, newAccount(t)],
  }),
  rule({
    rule: [
      'setaccount/option',
      'getaccount/option',
      'getaccountaddress/option',
      'getreceivedbyaccount/option',
      'listreceivedbyaccount/option',
      'sendfrom/option',
      'getaddressesbylabel/purpose',
    ],
    case: 'unlabelled',
    effect: ['wallet', 'chain'],
    profile: 'accounts',
    run: async (t) => {
      await t.world.use('wallet');
      const account = newAccount(t);
      // The documents show neither arguments nor results: what is answered is free, an internal error is not.
      const address = await newChangeAddress(t.world);
      await t.call('getaccount', [address]);
      const isSet = (await t.call('setaccount', [address, account])).ok;
      const labelled = await t.answer('getaddressesbylabel', { label: account });
      const purpose = labelled.ok ? labelled.result[address]?.purpose : undefined;
      if (isSet && purpose !== undefined) t.equal(purpose, 'receive', 'purpose of an address that has an account', { path: 'purpose' });
      const unpaid = newAccount(t);
      for (const name of [unpaid, unpaid, account]) await t.call('getaccountaddress', [name]);
      for (const name of [unpaid, account]) await t.call('getreceivedbyaccount', [name]);
      for (const withEmpty of [false, true]) await t.call('listreceivedbyaccount', [1, withEmpty]);
      await t.world.use('funds');
      await t.call('sendfrom', ['', `not an address ${t.random.word(8)}`, ACCOUNT_AMOUNT]);
      t.judged();
    },
  }),
];
