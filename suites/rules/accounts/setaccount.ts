import { accountOptionRules, newAccount } from '../support/account-option.ts';

export const setaccountRules = accountOptionRules({
  id: 'setaccount',
  effect: ['wallet'],
  params: async (t) => [(await t.world.fresh('labelled')).address, newAccount(t)],
});
