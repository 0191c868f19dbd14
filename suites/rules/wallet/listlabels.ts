import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';

export const listlabelsRules: readonly Case[] = [
  rule({
    rule: 'listlabels/empty-purpose',
    effect: ['read'],
    run: async (t) => {
      const { label } = await t.world.use('labelled');
      const labels = await t.result('listlabels');
      t.ok(labels.includes(label), `listlabels does not list the label ${label} of a wallet address`);
      const same = await t.result('listlabels', { purpose: '' });
      t.equal([...same].sort(), [...labels].sort(), 'the list of labels with an empty purpose');
    },
  }),
];
