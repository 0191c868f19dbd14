import { accountOptionRules, newAccount } from '../support/account-option.ts';

export const getaccountaddressRules = accountOptionRules({
  id: 'getaccountaddress',
  effect: ['wallet'],
  params: async (t) => [newAccount(t)],
});
