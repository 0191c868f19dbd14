import { forwarded, type Mutant } from './mutant.ts';

const PAST = 1;

/** Faults in the times of the throughput test. */
export const TPS_TEST_MUTANTS: readonly Mutant[] = [
  {
    fault: forwarded('tpstestadd with a start time of 0 sends at once', 'tpstestadd', (params) =>
      params[0] === 0 ? params.with(0, PAST) : undefined,
    ),
    cases: ['rules/tpstestadd/zero-waits'],
  },
  {
    fault: forwarded('tpstestadd does not wait for the start time', 'tpstestadd', (params) =>
      params[0] === 0 ? undefined : params.with(0, PAST),
    ),
    cases: ['rules/tpstestadd/queues'],
  },
  {
    fault: {
      name: 'tpstestsetenabled never disables',
      swallow: ({ method, params }) => (method === 'tpstestsetenabled' && params[0] === false ? { status: 'success' } : undefined),
    },
    cases: ['rules/tpstestsetenabled/switches'],
  },
];
