import { durationMs } from '../../load/duration.ts';
import { defined } from '../../specs/model/defined.ts';
import { fuzzCommand } from '../fuzz-command.ts';
import { performPart } from '../perform.ts';
import type { PlannedPart } from './gate-part.ts';
import type { FuzzPolicy, ReadPolicy } from './read-policy.ts';
import { targetSettings } from './target-settings.ts';

/** The fuzzing of a policy. `seed`: that of the first run. */
export function fuzzPart(read: ReadPolicy, fuzz: FuzzPolicy, seed: number): PlannedPart {
  const { policy, further } = read;
  const { inconclusive } = policy;
  const { time, runs, methods, families, jobs = 1, corpus = 'pyx-corpus' } = fuzz;
  const settings = {
    ...targetSettings(read),
    jobs,
    corpus,
    seed: fuzz.seed ?? seed,
    ...defined({ inconclusive, runs, method: methods, family: families, time: time === undefined ? undefined : durationMs(time) }),
    further,
  };
  return {
    name: 'fuzz',
    folder: 'fuzz',
    perform: async (out, { signal, quiet }) => (await performPart(fuzzCommand, { ...settings, out }, signal, { quiet })).verdict,
  };
}
