import { accountOptionRules } from '../support/account-option.ts';

export const getreceivedbyaccountRules = accountOptionRules({
  id: 'getreceivedbyaccount',
  effect: ['read'],
  params: async (t) => [(await t.world.use('confirmedReceive')).label],
});
