import { defined } from '../../specs/model/defined.ts';
import { driftCommand } from '../drift-command.ts';
import { performPart } from '../perform.ts';
import type { PlannedPart } from './gate-part.ts';
import type { Policy, ReadPolicy } from './read-policy.ts';
import { targetSettings } from './target-settings.ts';

/** The drift of the node from the specification, with what the policy fails on. */
export function driftPart({ policy, further }: ReadPolicy, failOn: NonNullable<Policy['drift']>, seed: number): PlannedPart {
  const { readOnly, jobs, inconclusive } = policy;
  const settings = { ...targetSettings(policy), failOn, seed, further, ...defined({ readOnly, jobs, inconclusive }) };
  return {
    name: 'drift',
    folder: 'drift',
    perform: async (out, signal) => (await performPart(driftCommand, { ...settings, out }, signal)).verdict,
  };
}
