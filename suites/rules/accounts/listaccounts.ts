import { accountOptionRules } from '../support/account-option.ts';

export const listaccountsRules = accountOptionRules({
  id: 'listaccounts',
  effect: ['read'],
  params: async () => [],
});
