import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { listed, ofMasternodes, textOf, type ListMode } from '../../support/masternodes.ts';
import { rule } from '../rule.ts';

/** A column, and the mode that shows the same value; undefined without one. */
type Column = readonly [name: string, mode: ListMode | undefined];

const status: Column = ['status', 'status'];
const protocol: Column = ['protocol', 'protocol'];
const payee: Column = ['payee', 'payee'];
const lastseen: Column = ['lastseen', 'lastseen'];
const activeseconds: Column = ['activeseconds', 'activeseconds'];
const ip: Column = ['IP', 'addr'];
const pingretries: Column = ['pingretries', undefined];

const columns = {
  full: [
    status,
    protocol,
    payee,
    lastseen,
    activeseconds,
    ['lastpaidtime', 'lastpaidtime'],
    ['lastpaidblock', 'lastpaidblock'],
    ip,
    pingretries,
  ],
  info: [status, protocol, payee, lastseen, activeseconds, ['sentinelversion', 'sentinel'], ['sentinelstate', undefined], ip, pingretries],
} as const satisfies { readonly [M in ListMode]?: readonly Column[] };

const ATTEMPTS = 3;

/** The differences between the columns of a mode and the modes that show one of them. */
async function differences(t: Trial, mode: keyof typeof columns): Promise<string[]> {
  const found: string[] = [];
  const list = await listed(t, mode);
  const names = columns[mode].map(([name]) => name).join(', ');
  for (const [outpoint, value] of Object.entries(list)) {
    const shown = textOf(value).trim().split(/\s+/);
    if (shown.length !== columns[mode].length) found.push(`masternodelist ${mode} shows ${textOf(value)}, expected the columns ${names}`);
    for (const [at, [name, other]] of columns[mode].entries()) {
      if (other === undefined) continue;
      const expected = (await listed(t, other))[outpoint];
      if (expected !== undefined && shown[at] !== textOf(expected)) {
        found.push(`${name} in masternodelist ${mode} is ${shown[at]}, in mode ${other} ${textOf(expected)}`);
      }
    }
  }
  return found;
}

/** A case for each mode that prints columns. */
export const columnCases: readonly Case[] = (['full', 'info'] as const).map((mode) =>
  rule({
    ...ofMasternodes,
    rule: `masternodelist/${mode}-columns`,
    effect: ['read'],
    run: async (t) => {
      await t.world.use('startedMasternodes');
      // A ping may come between two calls.
      let found = await differences(t, mode);
      for (let attempt = 1; attempt < ATTEMPTS && found.length > 0; attempt++) found = await differences(t, mode);
      for (const difference of found) t.ok(false, difference, { check: 'column' });
    },
  }),
);
