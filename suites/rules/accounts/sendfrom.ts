import { ACCOUNT_AMOUNT, accountOptionRules } from '../support/account-option.ts';

export const sendfromRules = accountOptionRules({
  id: 'sendfrom',
  effect: ['wallet', 'chain'],
  params: async (t) => {
    await t.world.use('funds');
    return ['', (await t.world.use('foreignKey')).addresses.legacy, ACCOUNT_AMOUNT];
  },
});
