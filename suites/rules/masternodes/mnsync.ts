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
  rule({
    ...syncing,
    rule: ['mnsync/reset', 'mnsync/next'],
    case: 'from-any-step',
    run: async (t) => {
      // The step at which a node starts is its first, or one that it has reached by itself since.
      const atStart = await state(t);
      let steps: string[] = [];
      for (let i = 0; i < ATTEMPTS && !steps.includes(atStart); i++) steps = await stepsFromReset(t);
      t.ok(steps.includes(atStart), `the node started in the state ${atStart}, to which mnsync reset and next do not lead`, {
        check: 'presence',
      });
      t.equal(new Set(steps).size, steps.length, `the number of different states among ${steps.join(', ')}`, { check: 'next' });
      for (let advanced = 1; advanced < steps.length; advanced++) {
        let found = '';
        for (let i = 0; i < ATTEMPTS && found !== steps[0]; i++) {
          await t.result('mnsync', { command: 'reset' });
          for (let step = 0; step < advanced; step++) await t.result('mnsync', { command: 'next' });
          await t.result('mnsync', { command: 'reset' });
          found = await state(t);
        }
        t.equal(found, steps[0]!, `the state after mnsync reset in step ${advanced}`, { check: 'reset' });
      }
    },
  }),
];

/** The states after mnsync reset and after each mnsync next, until none is new. */
async function stepsFromReset(t: Trial): Promise<string[]> {
  await t.result('mnsync', { command: 'reset' });
  const steps = [await state(t)];
  for (let i = 0; i < MAX_STEPS; i++) {
    await t.result('mnsync', { command: 'next' });
    const next = await state(t);
    if (next === steps.at(-1)) break;
    steps.push(next);
  }
  return steps;
}
