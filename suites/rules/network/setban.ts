import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';
import { freeAddresses, isListed, liftBans } from '../../support/bans.ts';
import { withMockTime } from '../../support/mock-time.ts';

const DAY_S = 86_400;
/** The default ban time of the profile `bantime`. */
const OPTION_S = 3_600;
/** Time before and after the end of a ban to which the clock is set. */
const MARGIN_S = 30;

interface Ban {
  readonly bantime?: number;
  readonly absolute?: boolean;
}

/** Bans an address, and checks with the clock of the node that the ban ends after `lengthS`. */
async function judgeLength(t: Trial, lengthS: number, given: (startS: number) => Ban = () => ({})): Promise<void> {
  const [subnet = ''] = await freeAddresses(t, 1);
  await withMockTime(t, async (at) => {
    const startS = Math.floor(Date.now() / 1000);
    await at(startS);
    try {
      await t.result('setban', { subnet, command: 'add', ...given(startS) });
      t.ok(await isListed(t, subnet), 'listbanned does not list a new ban');
      await at(startS + lengthS - MARGIN_S);
      t.ok(await isListed(t, subnet), `the ban ended within ${lengthS - MARGIN_S} s, expected a duration of ${lengthS} s`);
      await at(startS + lengthS + MARGIN_S);
      t.ok(!(await isListed(t, subnet)), `the ban is still listed after ${lengthS + MARGIN_S} s, expected a duration of ${lengthS} s`);
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
        t.ok(await isListed(t, subnet), `listbanned lists neither ${address} nor ${subnet} after the address was banned`);
        await t.result('setban', { subnet, command: 'remove' });
        t.ok(!(await isListed(t, subnet)), `the ban of ${address} is still listed after the ban of ${subnet} was removed`);
      } finally {
        await liftBans(t, [subnet]);
      }
    },
  }),
  rule({
    rule: 'setban/seconds',
    effect: ['network'],
    uses: ['listbanned', 'getblockheader'],
    run: async (t) => {
      const lengthS = length(t);
      await judgeLength(t, lengthS, () => ({ bantime: lengthS }));
    },
  }),
  rule({
    rule: 'setban/zero',
    effect: ['network'],
    uses: ['listbanned', 'getblockheader'],
    run: (t) => judgeLength(t, DAY_S, () => ({ bantime: 0 })),
  }),
  rule({ rule: 'setban/empty', effect: ['network'], uses: ['listbanned', 'getblockheader'], run: (t) => judgeLength(t, DAY_S) }),
  row({ table: 'limits', row: 'ban-time', effect: ['network'], uses: ['listbanned', 'getblockheader'], run: (t) => judgeLength(t, DAY_S) }),
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
    uses: ['listbanned', 'getblockheader'],
    run: async (t) => {
      const lengthS = length(t);
      await judgeLength(t, lengthS, (startS) => ({ bantime: startS + lengthS, absolute: true }));
    },
  }),
];
