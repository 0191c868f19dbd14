import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { textOf } from '../../support/masternodes.ts';
import { rule } from '../rule.ts';

/** More than the steps of any node of this family. */
const MAX_STEPS = 12;
/** The node may advance by itself between two calls. */
const ATTEMPTS = 5;

/** The state without what differs between two calls in the same step: numbers such as times and attempts. */
async function state(t: Trial): Promise<string> {
  const status = await t.result('mnsync', { command: 'status' });
  if (status === null || typeof status !== 'object') return textOf(status);
  return textOf(
    Object.fromEntries(Object.entries(status).filter(([, value]) => typeof value === 'string' || typeof value === 'boolean')) as Wire,
  );
}

const syncing = { effect: ['network'], ownNode: true } as const;

export const mnsyncRules: readonly Case[] = [
  rule({
    rule: 'mnsync/status',
    effect: ['read'],
    run: async (t) => {
      const status = await t.result('mnsync', { command: 'status' });
      t.ok(status !== null && textOf(status) !== '', 'mnsync status returns no state');
    },
  }),
  rule({
    ...syncing,
    rule: ['mnsync/next', 'mnsync/reset'],
    run: async (t) => {
      await t.result('mnsync', { command: 'reset' });
      const first = await state(t);
      const seen = new Set([first]);
      for (let i = 0; i < MAX_STEPS; i++) {
        await t.result('mnsync', { command: 'next' });
        seen.add(await state(t));
      }
      t.ok(seen.size > 1, `the state stays the same, ${first}, after mnsync reset and ${MAX_STEPS} times mnsync next`, { check: 'next' });
      const last = await state(t);
      t.ok(last !== first, 'the state after all steps is that after mnsync reset', { check: 'last' });
      let again = '';
      for (let i = 0; i < ATTEMPTS && again !== first; i++) {
        await t.result('mnsync', { command: 'reset' });
        again = await state(t);
      }
      t.equal(again, first, 'the state after mnsync reset (compared with the one after an earlier reset)', { check: 'reset' });
    },
  }),
];
