import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { rule } from '../rule.ts';
import { ACCOUNT_AMOUNT, accountOptionRules } from '../support/account-option.ts';

const effect = ['wallet', 'chain'] as const;

/** The documents show no arguments: from an account, to an address, an amount. */
async function params(t: Trial): Promise<Wire[]> {
  await t.world.use('funds');
  return ['', (await t.world.use('foreignKey')).addresses.legacy, ACCOUNT_AMOUNT];
}

export const sendfromRules: readonly Case[] = [
  ...accountOptionRules({ id: 'sendfrom', effect, params }),
  rule({
    rule: ['listtransactions/comment', 'listsinceblock/to'],
    case: 'sendfrom',
    effect,
    profile: 'accounts',
    uses: ['sendfrom'],
    run: async (t) => {
      const sent = await t.call('sendfrom', await params(t));
      if (!sent.ok || typeof sent.result !== 'string')
        return t.inapplicable('the documents show neither arguments nor result of sendfrom, and those of the family do not fit this node');
      const listed = await t.result('listtransactions', { count: 1000 });
      const { transactions } = await t.result('listsinceblock');
      const entries = [...listed, ...transactions].filter(({ txid }) => txid === sent.result);
      t.ok(entries.length > 0, `neither listtransactions nor listsinceblock has an entry of ${sent.result}, which sendfrom sent`);
      for (const entry of entries) {
        const to = 'to' in entry ? entry.to : undefined;
        t.equal([entry.comment ?? '', to ?? ''], ['', ''], 'comment and to of a payment without them', { path: 'comment' });
      }
    },
  }),
];
