import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';
import { freeAddresses, isListed, liftBans } from '../support/bans.ts';
import { withMockTime } from '../support/mock-time.ts';

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
  await withMockTime(t, async (at) => {
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

const length = (t: Trial): number => t.random.integer(1_000, 50_000);

export const setbanRules: readonly Case[] = [
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
];
