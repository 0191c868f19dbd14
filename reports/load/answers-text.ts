import type { LoadResults, MethodResult } from '../../load/results.ts';
import { count } from '../format.ts';
import { share } from './units.ts';

/**
 * How many answers were looked at, and what would have been found:
 * `1,480 of 2,000 looked at: a fault in 1 of 321 answers would have been found with 99 %`.
 */
export function lookedAt({ answerChecks, checkedAnswers }: Pick<LoadResults, 'answerChecks' | 'checkedAnswers'>): string {
  // Results of earlier versions do not say more.
  if (!answerChecks) return `${count(checkedAnswers)} looked at`;
  const { answers, checked, oneIn, confidence } = answerChecks;
  const part = checked === answers ? `all ${count(answers)}` : `${count(checked)} of ${count(answers)}`;
  const seen = oneIn === null ? '' : `: a fault in ${oneInText(oneIn)} answers would have been found with ${share(confidence)}`;
  return `${part} looked at${seen}`;
}

/** Columns of a table of methods: how many answers of each were looked at, and the rarest fault that would have been found. */
export interface AnswerColumns {
  readonly heads: readonly [looked: string, found: string];
  readonly cells: (method: Pick<MethodResult, 'method'>) => readonly [looked: string, found: string];
}

/** Undefined for results of earlier versions, and where none was looked at. */
export function answerColumns({ answerChecks }: Pick<LoadResults, 'answerChecks'>): AnswerColumns | undefined {
  if (!answerChecks || answerChecks.checked === 0) return undefined;
  const byMethod = new Map(answerChecks.methods.map((method) => [method.method, method]));
  return {
    heads: ['looked at', `found with ${share(answerChecks.confidence)}`],
    cells: ({ method }) => {
      const { answers = 0, checked = 0, oneIn = null } = byMethod.get(method) ?? {};
      return [checked === answers ? `all ${count(answers)}` : count(checked), oneIn === null ? '' : oneInText(oneIn)];
    },
  };
}

const oneInText = (oneIn: number): string => `1 of ${count(oneIn)}`;
