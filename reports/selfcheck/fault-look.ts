import type { FaultResult } from '../../engine/selfcheck-results.ts';

/** What became of a fault that contradicts a sentence, as reports show it: a missed fault may be an exception. */
export const faultLooks = ['missed', 'excepted', 'not reached', 'untried', 'found'] as const;
export type FaultLook = (typeof faultLooks)[number];

export function lookOf({ status, exception }: FaultResult): FaultLook {
  if (status === 'missed') return exception === undefined ? 'missed' : 'excepted';
  return status === 'not-reached' ? 'not reached' : status;
}

/** The class of each look in the style sheet of pages, which is that of a status of cases. */
export const classOf: { readonly [look in FaultLook]: string } = {
  missed: 'failed',
  excepted: 'waived',
  'not reached': 'inapplicable',
  untried: 'untried',
  found: 'passed',
};
