import { accountOptionRules } from '../support/account-option.ts';

export const getaccountRules = accountOptionRules({
  id: 'getaccount',
  effect: ['read'],
  params: async (t) => [(await t.world.use('labelled')).address],
});
