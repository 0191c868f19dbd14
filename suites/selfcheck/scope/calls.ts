import type { Method, Spec } from '../../../specs/model/types.ts';
import type { ScopeRule } from './scope-rule.ts';

/** Words of a rule that demands something of a call, or names one that fails. */
const DEMAND = /\b(must|only|never|fails?|refused|required)\b/;

/** Whether the documents name any call of the method that fails. In doubt, they do. */
function statesRefusal({ errors, states }: Spec, { id, params, rules, conflicts, requiresOption }: Method): boolean {
  return (
    conflicts !== undefined ||
    requiresOption !== undefined ||
    params.some(({ onInvalid }) => onInvalid === 'refuse') ||
    rules.some(({ text }) => DEMAND.test(text)) ||
    errors.some(({ methods }) => methods.includes(id)) ||
    states.some(({ methods, condition }) => methods.includes(id) && condition !== undefined)
  );
}

/** Rules on calls, errors and HTTP. */
export const callRules: readonly ScopeRule[] = [
  {
    id: 'error-code',
    explanation: 'Error codes are not shown (document 1, Errors).',
    removes: ({ operator }) => (operator.id === 'answer/error-code' ? 'no document states a code' : undefined),
  },
  {
    id: 'error-message',
    explanation: 'The catalogue of error messages is not shown (document 1, Errors).',
    removes: (candidate) =>
      candidate.operator.id === 'answer/error-message' && 'method' in candidate && candidate.method.id !== 'getaddressbyaccount'
        ? 'no document states the message'
        : undefined,
  },
  {
    id: 'http-status',
    explanation: 'HTTP status codes are not shown (document 1, Errors), so any may carry a JSON-RPC response.',
    removes: ({ operator }) =>
      operator.id === 'http/error-status' || operator.id === 'http/success-status' ? 'no document states a status' : undefined,
  },
  {
    id: 'unstated-refusal',
    explanation:
      'A method without a described result does not contradict itself by accepting a call, and no sentence names one that fails. A locked wallet is one, so this is not said of wallet methods.',
    removes: (candidate, spec) => {
      if (candidate.operator.id !== 'answer/error-into-success' || !('method' in candidate)) return undefined;
      const { method } = candidate;
      const describesResult = method.variants.some(({ result }) => result !== null);
      // What needs private keys fails in a locked wallet (document 1, States and transitions).
      const mayNeedKeys = method.family === 'wallet';
      return describesResult || mayNeedKeys || statesRefusal(spec, method) ? undefined : 'no document names a call of it that fails';
    },
  },
  {
    id: 'same-when-repeated',
    explanation: 'A call that is executed twice leaves what it leaves when executed once: `idempotent` in the method has the reason.',
    removes: (candidate) =>
      candidate.operator.id === 'request/repeated' && 'method' in candidate ? candidate.method.idempotent : undefined,
  },
  {
    id: 'unstated-result',
    explanation: 'A method that only reads, and whose result is not shown, may return that of any wallet.',
    removes: (candidate) => {
      if (candidate.operator.id !== 'request/wallet-exchanged' || !('method' in candidate)) return undefined;
      const { variants } = candidate.method;
      const showsNothing = variants.every(({ result, effect }) => result === null && effect.every((one) => one === 'read'));
      return showsNothing ? 'its result is not shown' : undefined;
    },
  },
  {
    id: 'no-wallet',
    explanation: 'A method that says nothing about a wallet answers the same for every wallet.',
    removes: (candidate) =>
      candidate.operator.id === 'request/wallet-exchanged' && 'method' in candidate && candidate.method.id === 'convertaddress'
        ? 'an address has the same two forms in every wallet'
        : undefined,
  },
];
