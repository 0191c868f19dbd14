import { accountOptionRules } from '../support/account-option.ts';

export const listreceivedbyaccountRules = accountOptionRules({
  id: 'listreceivedbyaccount',
  effect: ['read'],
  params: async () => [],
});
