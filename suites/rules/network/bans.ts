import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';
import { freeAddresses, isListed, liftBans } from '../support/bans.ts';
import { withClock } from './clock.ts';

const DAY_S = 86_400;
/** As the profile `bantime` starts the node. */
const OPTION_S = 3_600;
/** How near to the end of a ban the clock is set, before and after it. */
const MARGIN_S = 30;

interface Ban {
  readonly bantime?: number;
  readonly absolute?: boolean;
}

/** Bans an address, and sees by the node's clock that the ban ends `lengthS` after it was made. */
async function judgeLength(t: Trial, lengthS: number, given: (startS: number) => Ban = () => ({})): Promise<void> {
  const [subnet = ''] = await freeAddresses(t, 1);
  await withClock(t, async (at) => {
    const startS = Math.floor(Date.now() / 1000);
    await at(startS);
    try {
      await t.result('setban', { subnet, command: 'add', ...given(startS) });
      t.ok(await isListed(t, subnet), 'the ban is not listed right after it was made');
      await at(startS + lengthS - MARGIN_S);
      t.ok(await isListed(t, subnet), `the ban is gone ${lengthS - MARGIN_S} s after it was made, it was to last ${lengthS} s`);
      await at(startS + lengthS + MARGIN_S);
      t.ok(!(await isListed(t, subnet)), `the ban is still there ${lengthS + MARGIN_S} s after it was made, it was to last ${lengthS} s`);
    } finally {
      await liftBans(t, [subnet]);
    }
  });
}

/** Bans some, does something, and lifts the bans that are left. */
async function whileBanned(t: Trial, subnets: readonly string[], during: () => Promise<void>): Promise<void> {
  try {
    for (const subnet of subnets) await t.result('setban', { subnet, command: 'add', bantime: 600 });
    await during();
  } finally {
    await liftBans(t, subnets);
  }
}

const length = (t: Trial): number => t.random.integer(1_000, 50_000);

export const banRules: readonly Case[] = [
  rule({
    rule: 'setban/netmask',
    effect: ['network'],
    uses: ['listbanned'],
    run: async (t) => {
      const [subnet = ''] = await freeAddresses(t, 1);
      const address = subnet.replace('/32', '');
      try {
        await t.result('setban', { subnet: address, command: 'add', bantime: 600 });
        t.ok(await isListed(t, subnet), `the ban of ${address} is not listed, neither so nor as ${subnet}`);
        await t.result('setban', { subnet, command: 'remove' });
        t.ok(!(await isListed(t, subnet)), `the ban of ${address} is still listed after that of ${subnet} was lifted`);
      } finally {
        await liftBans(t, [subnet]);
      }
    },
  }),
  rule({
    rule: 'setban/seconds',
    effect: ['network'],
    uses: ['listbanned'],
    run: async (t) => {
      const lengthS = length(t);
      await judgeLength(t, lengthS, () => ({ bantime: lengthS }));
    },
  }),
  rule({ rule: 'setban/zero', effect: ['network'], uses: ['listbanned'], run: (t) => judgeLength(t, DAY_S, () => ({ bantime: 0 })) }),
  rule({ rule: 'setban/empty', effect: ['network'], uses: ['listbanned'], run: (t) => judgeLength(t, DAY_S) }),
  row({ table: 'limits', row: 'ban-time', effect: ['network'], uses: ['listbanned'], run: (t) => judgeLength(t, DAY_S) }),
  rule({
    rule: 'setban/bantime-option',
    effect: ['network'],
    profile: 'bantime',
    uses: ['listbanned'],
    run: async (t) => {
      await judgeLength(t, OPTION_S);
      await judgeLength(t, OPTION_S, () => ({ bantime: 0 }));
    },
  }),
  rule({
    rule: 'setban/absolute',
    effect: ['network'],
    uses: ['listbanned'],
    run: async (t) => {
      const lengthS = length(t);
      await judgeLength(t, lengthS, (startS) => ({ bantime: startS + lengthS, absolute: true }));
    },
  }),
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
  rule({
    rule: 'listbanned/addresses',
    effect: ['network'],
    uses: ['setban'],
    run: async (t) => {
      const subnets = await freeAddresses(t, 2);
      for (const subnet of subnets) t.ok(!(await isListed(t, subnet)), `${subnet} is listed, though it is not banned`);
      await whileBanned(t, subnets, async () => {
        for (const subnet of subnets) t.ok(await isListed(t, subnet), `the banned address ${subnet} is not listed`);
      });
      for (const subnet of subnets) t.ok(!(await isListed(t, subnet)), `${subnet} is listed after its ban was lifted`);
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
      for (const subnet of subnets) t.ok(!(await isListed(t, subnet)), `${subnet} is listed after its ban was lifted`);
    },
  }),
];
