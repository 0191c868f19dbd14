import type { Case } from '../../../engine/types.ts';
import { rule } from '../rule.ts';

export const listlabelsRules: readonly Case[] = [
  rule({
    rule: 'listlabels/empty-purpose',
    effect: ['read'],
    run: async (t) => {
      const { label } = await t.world.use('labelled');
      const labels = await t.result('listlabels');
      t.ok(labels.includes(label), `the label ${label} of an address of the wallet is not listed`);
      const same = await t.result('listlabels', { purpose: '' });
      t.equal([...same].sort(), [...labels].sort(), 'what an empty purpose lists');
    },
  }),
];
