import type { Case } from '../../../engine/case.ts';
import { withMockTime } from '../../support/mock-time.ts';
import { rule } from '../rule.ts';

/** Far in the future: a spork with this time is not active. */
const LATER_S = 4_000_000_000;
/** How soon a spork becomes active that is set to be, seconds. */
const COMES_AFTER_S = 600;

const sorted = (names: readonly string[]): string => [...names].sort().join(', ');

export const sporkRules: readonly Case[] = [
  rule({
    rule: ['spork/show', 'spork/active'],
    effect: ['read'],
    run: async (t) => {
      const values = await t.result('spork', { command: 'show' });
      const active = await t.result('spork', { command: 'active' });
      const nowS = Math.floor(Date.now() / 1000);
      t.equal(sorted(Object.keys(active)), sorted(Object.keys(values)), 'the names of spork active (compared with spork show)');
      for (const [name, isActive] of Object.entries(active)) {
        const value = Number(values[name]);
        t.ok(Number.isFinite(value), `the value of ${name} is no number`, { path: name, check: 'number' });
        // A minute for clocks that differ.
        if (isActive) t.ok(value <= nowS + 60, `${name} is active, although its time ${value} has not come`, { path: name, check: 'time' });
      }
    },
  }),
  rule({
    rule: 'spork/show',
    case: 'set',
    effect: ['network'],
    uses: ['setspork'],
    run: async (t) => {
      const values = await t.result('spork', { command: 'show' });
      let wasSet = false;
      for (const [name, before] of Object.entries(values)) {
        const value = t.random.integer(LATER_S, LATER_S + 1_000_000);
        // Beyond the documents, and only with the key of the sporks. One may take other values than times.
        if (!(await t.call('setspork', { name, value })).ok) continue;
        wasSet = true;
        try {
          t.equal((await t.result('spork', { command: 'show' }))[name], value, `the value of ${name} after it was set`, { path: name });
        } finally {
          await t.world.result('setspork', { name, value: Number(before) });
        }
      }
      if (!wasSet) t.inapplicable('the node sets no spork');
    },
  }),
  rule({
    rule: 'spork/active',
    case: 'time',
    ownNode: true, // sporks change what a node does
    effect: ['network'],
    uses: ['setspork'],
    run: (t) =>
      withMockTime(t, async (at) => {
        const nowS = Math.floor(Date.now() / 1000);
        const activeAt = async (timeS: number): Promise<{ readonly [name: string]: boolean }> => {
          await at(timeS);
          return t.result('spork', { command: 'active' });
        };
        let wereSet = 0;
        let timed = 0;
        for (const [name, before] of Object.entries(await t.result('spork', { command: 'show' }))) {
          const first = await activeAt(nowS);
          // Beyond the documents, and only with the key of the sporks.
          if (!(await t.call('setspork', { name, value: nowS + COMES_AFTER_S })).ok) continue;
          wereSet++;
          const early = await activeAt(nowS + COMES_AFTER_S / 2);
          t.equal(early[name], false, `whether ${name} is active before its time`, { path: name });
          const late = await activeAt(nowS + 2 * COMES_AFTER_S);
          // Which ones are based on a time is not stated.
          if (late[name]) timed++;
          const others = Object.keys(late).filter((other) => other !== name && late[other] !== first[other]);
          t.equal(others.join(', '), '', `the other sporks that changed with ${name}`);
          await t.world.result('setspork', { name, value: Number(before) });
          t.equal((await activeAt(nowS))[name], first[name], `whether ${name} is active with its first value`, { path: name });
        }
        if (wereSet === 0) t.inapplicable('the node sets no spork');
        t.ok(timed > 0, `none of ${wereSet} sporks became active when the time came that it was set to`, { check: 'time' });
      }),
  }),
];
