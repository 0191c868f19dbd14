import { ANSWER_MUTANTS } from './answers.ts';
import { ARGUMENT_MUTANTS } from './arguments.ts';
import { CHAIN_AND_RAW_MUTANTS } from './chain-and-raw.ts';
import { GOVERNANCE_MUTANTS } from './governance.ts';
import { IMPORT_MUTANTS } from './imports.ts';
import { KEY_MUTANTS } from './keys.ts';
import { MASTERNODE_MUTANTS } from './masternodes.ts';
import type { Mutant } from './mutant.ts';
import { REFUSAL_MUTANTS } from './refusals.ts';
import { RESULT_MUTANTS } from './results.ts';
import { SPENDING_MUTANTS } from './spending.ts';
import { STATE_MUTANTS } from './states.ts';
import { TPS_TEST_MUTANTS } from './tps-test.ts';
import { WALLET_QUERY_MUTANTS } from './wallet-queries.ts';

/** Faults that contradict the documents, in a form that a proxy can inject: a trial finds each of them. */
export const MUTANTS: readonly Mutant[] = [
  ...ARGUMENT_MUTANTS,
  ...REFUSAL_MUTANTS,
  ...STATE_MUTANTS,
  ...TPS_TEST_MUTANTS,
  ...GOVERNANCE_MUTANTS,
  ...ANSWER_MUTANTS,
  ...RESULT_MUTANTS,
  ...IMPORT_MUTANTS,
  ...KEY_MUTANTS,
  ...MASTERNODE_MUTANTS,
  ...SPENDING_MUTANTS,
  ...WALLET_QUERY_MUTANTS,
  ...CHAIN_AND_RAW_MUTANTS,
];
