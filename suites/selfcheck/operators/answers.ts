import { stringify, toPlain } from '../../../client/wire-json.ts';
import type { Reply } from '../../../client/types.ts';
import { namedArguments } from '../../../specs/model/named-arguments.ts';
import type { Method, Variant } from '../../../specs/model/types.ts';
import { variantFor } from '../../../specs/model/variants.ts';
import type { Alteration, ObservedCall, SeenCall } from '../types.ts';
import type { AnswerOperator } from './operator.ts';

type Answer = NonNullable<Alteration['answer']>;

/** The variant of a call. */
export function variantOf(method: Method, { params }: SeenCall): Variant | undefined {
  const ownArguments = namedArguments({ ...method, wire: { ...method.wire, prefix: [] } }, params);
  return variantFor(method, Object.fromEntries(Object.entries(ownArguments).map(([name, value]) => [name, toPlain(value ?? null)])));
}

/** An alteration of the answers to calls of one variant only. */
export function onVariant(method: Method, variant: Variant, answer: Answer): Answer {
  return (reply, call, ask) => (variantOf(method, call)?.id === variant.id ? answer(reply, call, ask) : undefined);
}

/** Maximum number of different calls of a clean run from which answers are taken. */
const MAX_OBSERVED = 50;

/** The calls of a variant that returned a result, each once. */
export function differentCalls(method: Method, variant: Variant, observed: readonly ObservedCall[]): readonly ObservedCall[] {
  const different = new Map<string, ObservedCall>();
  for (const call of observed) {
    if (different.size === MAX_OBSERVED) break;
    if (call.reply.type === 'result' && variantOf(method, call)?.id === variant.id) different.set(keyOf(call), call);
  }
  return [...different.values()];
}

const keyOf = ({ params, wallet }: SeenCall): string => stringify([wallet ?? null, [...params]]);

const stale: AnswerOperator = {
  id: 'answer/stale',
  alters: 'answer',
  summary: 'returns to a repeated call what it returned at first',
  fits: (_, { result }) => result !== null,
  make: ({ method, variant }) => {
    const first = new Map<string, Reply>();
    return {
      answer: onVariant(method, variant, (reply, call) => {
        if (reply.type !== 'result') return undefined;
        const known = first.get(keyOf(call));
        if (!known) first.set(keyOf(call), reply);
        return known;
      }),
    };
  },
};

const ofOtherArguments: AnswerOperator = {
  id: 'answer/of-other-arguments',
  alters: 'answer',
  summary: 'returns what it returned to other arguments',
  fits: ({ params }, { result }) => params.length > 0 && result !== null,
  make: ({ method, variant, observed }) => {
    const seen = new Map(observed.map((call) => [keyOf(call), call.reply]));
    return {
      answer: onVariant(method, variant, (reply, call) => {
        if (reply.type !== 'result') return undefined;
        const key = keyOf(call);
        // The latest answer first: it is the likeliest to be about things that still exist.
        const other = [...seen].findLast(([otherKey]) => otherKey !== key)?.[1];
        seen.delete(key);
        seen.set(key, reply);
        return other;
      }),
    };
  },
};

const successIntoError: AnswerOperator = {
  id: 'answer/success-into-error',
  alters: 'answer',
  summary: 'refuses a call after it was executed',
  fits: () => true,
  make: ({ method, variant }) => ({
    answer: onVariant(method, variant, (reply) =>
      reply.type === 'result'
        ? { type: 'error', error: { code: -1, message: 'refused' }, durationMs: reply.durationMs, httpStatus: 500 }
        : undefined,
    ),
  }),
};

/** Operators on the answers to calls of one variant. */
export const answerOperators: readonly AnswerOperator[] = [stale, ofOtherArguments, successIntoError];
