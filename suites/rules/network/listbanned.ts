import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';
import { freeAddresses, isListed, whileBanned } from '../../support/bans.ts';

export const listbannedRules: readonly Case[] = [
  rule({
    rule: 'listbanned/addresses',
    effect: ['network'],
    uses: ['setban'],
    run: async (t) => {
      const subnets = await freeAddresses(t, 2);
      for (const subnet of subnets) t.ok(!(await isListed(t, subnet)), `listbanned lists ${subnet}, which is not banned`);
      await whileBanned(t, subnets, async () => {
        for (const subnet of subnets) t.ok(await isListed(t, subnet), `the banned address ${subnet} is not listed`);
      });
      for (const subnet of subnets) t.ok(!(await isListed(t, subnet)), `${subnet} is still listed after its ban was removed`);
    },
  }),
  rule({
    rule: 'listbanned/subnets',
    effect: ['network'],
    uses: ['setban'],
    run: async (t) => {
      // A private range, of which no address is ever banned here.
      const subnets = [`10.${t.random.integer(1, 250)}.${t.random.integer(1, 250)}.0/24`, '10.251.0.0/16'];
      await whileBanned(t, subnets, async () => {
        for (const subnet of subnets) t.ok(await isListed(t, subnet), `the banned subnet ${subnet} is not listed`);
      });
      for (const subnet of subnets) t.ok(!(await isListed(t, subnet)), `${subnet} is still listed after its ban was removed`);
    },
  }),
];
