import { nodeWide } from '../../../fixtures/world/wallet-methods.ts';
import type { MethodId } from '../../../specs/model/generated/wire.d.ts';
import type { Method, Spec } from '../../../specs/model/types.ts';
import type { ScopeRule } from './scope-rule.ts';

/** Words of a rule that demands something of a call, or names one that fails. */
const DEMAND = /\b(must|fails?|refused|required|cannot|exactly one|found without)\b/;

/** Whether calls need private keys, which a locked wallet does not have, or contain some. */
function needsKeys({ shapes }: Spec, { params, variants }: Method): boolean {
  return (
    params.some(({ schema }) => schema.$ref !== undefined && shapes[schema.$ref]?.secret === true) ||
    variants.some(({ effect }) => effect.includes('secret'))
  );
}

/** Whether the documents name any call of the method that fails. In doubt, they do. */
function statesRefusal({ errors, states, limits }: Spec, { id, params, rules, conflicts, requiresOption }: Method): boolean {
  return (
    conflicts !== undefined ||
    requiresOption !== undefined ||
    params.some(({ onInvalid }) => onInvalid === 'refuse') ||
    rules.some(({ text }) => DEMAND.test(text)) ||
    errors.some(({ methods }) => methods.includes(id)) ||
    limits.some(({ appliesTo, value }) => appliesTo.includes(id) && typeof value === 'object' && value !== null && 'max' in value) ||
    states.some(({ methods, condition }) => methods.includes(id) && condition !== undefined)
  );
}

/** Operators on what only the arguments of a call determine. That a call has an effect at all is known without them. */
const UNKNOWN_WITHOUT_ARGUMENTS: ReadonlySet<string> = new Set([
  'answer/success-into-error',
  'request/wallet-exchanged',
  'request/repeated',
]);

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
    explanation: 'Of most invalid calls the documents do not say that they fail: a node may accept what another refuses.',
    removes: (candidate, spec) => {
      if (candidate.operator.id !== 'answer/error-into-success' || !('method' in candidate)) return undefined;
      const { method } = candidate;
      // A result claims that something was done to the chain or the pool; a boolean can also deny it.
      const claimsEffect = method.variants.some(
        ({ result, effect }) => result !== null && result.type !== 'boolean' && effect.includes('chain'),
      );
      // A wallet that is not loaded cannot be used (document 1, States and transitions).
      const usesWallet = method.family === 'wallet' && method.id !== 'convertaddress' && !nodeWide.has(method.id as MethodId);
      return usesWallet || claimsEffect || statesRefusal(spec, method) || needsKeys(spec, method)
        ? undefined
        : 'no document names a complete call of it that fails';
    },
  },
  {
    id: 'unstated-arguments',
    explanation:
      'Where the arguments of a method are not shown, no document says which calls succeed, on which wallet, and with what effect.',
    removes: (candidate) => {
      if (!('method' in candidate) || !candidate.method.unstated.includes('arguments')) return undefined;
      return UNKNOWN_WITHOUT_ARGUMENTS.has(candidate.operator.id) ? 'its arguments are not shown' : undefined;
    },
  },
  {
    id: 'same-when-repeated',
    explanation: 'A call that is executed twice leaves what it leaves when executed once: `idempotent` in the method has the reason.',
    removes: (candidate) =>
      candidate.operator.id === 'request/repeated' && 'method' in candidate ? candidate.method.idempotent : undefined,
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
