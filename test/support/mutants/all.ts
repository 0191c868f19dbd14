import { ANSWER_MUTANTS } from './answers.ts';
import { ARGUMENT_MUTANTS } from './arguments.ts';
import type { Mutant } from './mutant.ts';
import { REFUSAL_MUTANTS } from './refusals.ts';
import { STATE_MUTANTS } from './states.ts';
import { TPS_TEST_MUTANTS } from './tps-test.ts';

/** Faults that a trial found when each was built into a copy of coind, in a form that a proxy can inject. */
export const MUTANTS: readonly Mutant[] = [
  ...ARGUMENT_MUTANTS,
  ...REFUSAL_MUTANTS,
  ...STATE_MUTANTS,
  ...TPS_TEST_MUTANTS,
  ...ANSWER_MUTANTS,
];
