import { newLabel } from '../../../fixtures/world/ingredients/addresses.ts';
import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';

const labelMade = rule({
  rule: 'getnewaddress/label-made',
  effect: ['wallet'],
  uses: ['listlabels', 'getaddressesbylabel'],
  run: async (t) => {
    await t.world.use('wallet');
    const label = newLabel(t.world);
    t.ok(!(await t.result('listlabels')).includes(label), 'listlabels lists a label before it is used');
    const address = await t.result('getnewaddress', { label });
    t.ok((await t.result('listlabels')).includes(label), 'listlabels does not list the label of a new address');
    const found = await t.result('getaddressesbylabel', { label });
    t.equal(Object.keys(found), [address], 'the list of addresses of a new label');
  },
});

export const getnewaddressRules: readonly Case[] = [labelMade];
