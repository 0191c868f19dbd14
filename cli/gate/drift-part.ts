import { defined } from '../../specs/model/defined.ts';
import { driftCommand } from '../drift-command.ts';
import { performPart } from '../perform.ts';
import type { PlannedPart } from './gate-part.ts';
import type { Policy, ReadPolicy } from './read-policy.ts';
import { targetSettings } from './target-settings.ts';

/** The drift of the node from the specification, with what the policy fails on. */
export function driftPart(read: ReadPolicy, failOn: NonNullable<Policy['drift']>, seed: number): PlannedPart {
  const { policy, further } = read;
  const { readOnly, jobs, inconclusive } = policy;
  const settings = { ...targetSettings(read), failOn, seed, further, ...defined({ readOnly, jobs, inconclusive }) };
  return {
    name: 'drift',
    folder: 'drift',
    perform: async (out, { signal, quiet }) => (await performPart(driftCommand, { ...settings, out }, signal, { quiet })).verdict,
  };
}
