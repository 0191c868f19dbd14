import { errorFound } from '../../engine/identify.ts';
import type { Answer, Trial } from '../../engine/trial.ts';
import type { Method } from '../../specs/model/types.ts';

/** Whether a refusal has a code that the method lists; undefined for a result, and for a method without a list. */
export function isListedError({ errors }: Pick<Method, 'errors'>, answer: Answer): boolean | undefined {
  if (answer.ok || errors === undefined) return undefined;
  return errors.some(({ code }) => code === answer.error.code);
}

/** Records a refusal with a code that the method does not list: a list of errors need not be complete. */
export function observeUnlisted(trial: Trial, method: Method, answer: Answer): void {
  if (answer.ok || isListedError(method, answer) !== false) return;
  const codes = (method.errors ?? []).map(({ code }) => code).join(', ');
  trial.observe(
    'error-code',
    errorFound(answer.error),
    `${method.id} was refused with ${answer.error.code}, which is not among the errors that it lists: ${codes}`,
  );
}
