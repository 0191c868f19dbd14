import { ACCOUNT_AMOUNT, accountOptionRules, newAccount } from '../support/account-option.ts';

export const moveRules = accountOptionRules({
  id: 'move',
  effect: ['wallet'],
  params: async (t) => ['', newAccount(t), ACCOUNT_AMOUNT],
});
