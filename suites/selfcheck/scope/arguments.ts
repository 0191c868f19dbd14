import { defaultText } from '../operators/arguments.ts';
import type { ScopeRule } from './scope-rule.ts';

/** Rules on arguments. */
export const argumentRules: readonly ScopeRule[] = [
  {
    id: 'unstated-argument',
    explanation: 'The documents say that the argument has no effect: `unstated` in its schema has the reason.',
    removes: (candidate) => {
      if (!('place' in candidate) || !('param' in candidate.place)) return undefined;
      return candidate.place.written.find(({ unstated }) => unstated !== undefined)?.unstated;
    },
  },
  {
    id: 'node-decides-default',
    explanation: 'Where the documents leave a default to the node, any legal value may be the default.',
    removes: (candidate) => {
      if (candidate.operator.id !== 'request/default-changed' || !('place' in candidate) || !('param' in candidate.place)) return undefined;
      return defaultText(candidate.place) === 'the wallet decides' ? 'the wallet decides' : undefined;
    },
  },
];
