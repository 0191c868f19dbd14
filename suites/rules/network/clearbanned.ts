import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';
import { freeAddresses, isListed, whileBanned } from '../../support/bans.ts';

export const clearbannedRules: readonly Case[] = [
  rule({
    rule: 'clearbanned/all',
    effect: ['network'],
    uses: ['setban', 'listbanned'],
    run: async (t) => {
      const subnets = [...(await freeAddresses(t, 2)), '2001:db8::/32'];
      await whileBanned(t, subnets, async () => {
        for (const subnet of subnets) t.ok(await isListed(t, subnet), `${subnet} is not listed right after it was banned`);
        await t.result('clearbanned');
        for (const subnet of subnets) t.ok(!(await isListed(t, subnet)), `${subnet} is still listed after clearbanned`);
      });
    },
  }),
];
