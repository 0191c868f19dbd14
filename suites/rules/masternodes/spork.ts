import type { Case } from '../../../engine/types.ts';
import { rule } from '../rule.ts';

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
];
