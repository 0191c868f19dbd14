import type { ProvisionResults } from '../../provision/results.ts';
import { counted } from '../format.ts';

export interface ProvisionVerdict {
  /** 1 where a step contradicts the documents, the node was lost, or the run did not come to its end. */
  readonly code: 0 | 1;
  readonly title: string;
  /** One sentence. */
  readonly reason: string;
}

/** A provisioning in a few words. */
export function provisionVerdict({ complete, guid, steps }: ProvisionResults): ProvisionVerdict {
  const failed = steps.find(({ problems }) => problems.length > 0);
  if (failed?.lost !== undefined) return { code: 1, title: 'Node lost', reason: `${failed.title}: ${failed.lost}.` };
  if (failed !== undefined)
    return {
      code: 1,
      title: 'Step failed',
      reason: `${failed.title}: ${counted(failed.problems.length, 'contradiction')} of the documents.`,
    };
  const token = guid === null ? 'The token' : `Token ${guid}`;
  const last = steps.at(-1);
  if (!complete)
    return {
      code: 1,
      title: 'Not complete',
      reason: last ? `${token} was left in the state "${last.after}".` : 'No step was made.',
    };
  return { code: 0, title: 'Provisioned', reason: `${token} went through all states, and ends in "${last?.after}".` };
}
