import type { CallOperator } from './operator.ts';

/** On refused calls of a method, of any variant. */
const onRefusals = (id: string, summary: string, sentence: string, make: CallOperator['make']): CallOperator => ({
  id: `answer/${id}`,
  alters: 'call',
  summary,
  fits: () => true,
  covers: (method) => [`m:${method.id}`],
  sentence: () => sentence,
  make,
});

/** Operators on the errors of a method. */
export const refusalOperators: readonly CallOperator[] = [
  onRefusals(
    'error-into-success',
    'returns a result where it refuses the call',
    'A call that cannot be executed is refused.',
    ({ observed, areLegal }) => {
      const earlier = observed.find(({ reply }) => reply.type === 'result')?.reply;
      return {
        answer: (reply, { params }) => {
          // A missing argument has an operator of its own; of other malformed arguments the documents leave open what follows.
          if (reply.type !== 'error' || !areLegal(params)) return undefined;
          return earlier ?? { type: 'result', result: null, durationMs: reply.durationMs, httpStatus: 200 };
        },
      };
    },
  ),
  onRefusals('error-code', 'refuses a call with another error code', 'Error codes are not shown.', () => ({
    answer: (reply) => (reply.type === 'error' ? { ...reply, error: { ...reply.error, code: reply.error.code - 1 } } : undefined),
  })),
  onRefusals('error-message', 'refuses a call with another error message', 'Error messages are not shown.', () => ({
    answer: (reply) => (reply.type === 'error' ? { ...reply, error: { ...reply.error, message: 'no' } } : undefined),
  })),
];
