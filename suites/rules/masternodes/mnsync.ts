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
      await judgeFlags(t);
    },
  }),
];

/** The members of `mnsync status` that tell whether something is synchronised by the step, with the step that does it. */
const SYNCED_BY = [
  ['IsMasternodeListSynced', 'MASTERNODE_SYNC_LIST'],
  ['IsWinnersListSynced', 'MASTERNODE_SYNC_MNW'],
] as const;

/** Judges what `mnsync status` shows of each step, where it has these members: that no step claims what is done in it or after it. */
async function judgeFlags(t: Trial): Promise<void> {
  const read = async (): Promise<Shown | undefined> => {
    const status = (await t.result('mnsync', { command: 'status' })) as Wire;
    const shown = status as { readonly [name: string]: Wire } | null;
    return typeof shown === 'object' && typeof shown?.['AssetName'] === 'string' ? { ...shown, name: shown['AssetName'] } : undefined;
  };
  await t.result('mnsync', { command: 'reset' });
  const seen: Shown[] = [];
  for (let i = 0; i < MAX_STEPS; i++) {
    const shown = await read();
    if (shown === undefined) return;
    seen.push(shown);
    const said = textOf((await t.result('mnsync', { command: 'next' })) as Wire);
    const [step] = /\bMASTERNODE_SYNC_[A-Z]+/.exec(said) ?? [];
    const now = await read();
    // The node may have advanced by itself, which goes to another step, but not back to this one.
    if (step !== undefined && now !== undefined && step !== now.name)
      t.ok(now.name !== shown.name, `mnsync next says ${said}, but the step is still ${now.name}`, { check: 'named' });
  }
  const names = [...new Set(seen.map(({ name }) => name))];
  for (const shown of seen) {
    const at = names.indexOf(shown.name);
    for (const [flag, step] of SYNCED_BY) {
      if (!names.includes(step) || typeof shown[flag] !== 'boolean') continue;
      t.equal(shown[flag], at > names.indexOf(step), `${flag} in mnsync status in the step ${shown.name}`, { check: 'status', path: flag });
    }
    if (typeof shown['IsSynced'] !== 'boolean') continue;
    t.equal(shown['IsSynced'], at === names.length - 1, `IsSynced in mnsync status in the step ${shown.name}`, {
      check: 'status',
      path: 'IsSynced',
    });
    if (shown['IsSynced'])
      t.ok(shown['IsFailed'] !== true, 'mnsync status says both that it is synchronised and that it failed', { check: 'ends' });
  }
}

/** A status with its step. */
type Shown = { readonly [member: string]: Wire } & { readonly name: string };

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
