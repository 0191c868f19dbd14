import { readAnswer2 } from '../../../client/answer-object-2.ts';
import type { BodyContent } from '../../../client/answer-object.ts';
import { CaseOver, type Trial } from '../../../engine/trial.ts';
import { show } from '../../../engine/show.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { inShort, isMembers, type Got, type Members } from '../answer.ts';
import { requireHttpAnswer } from '../exchange.ts';

/** Id of a request of these cases. */
export type Id = string | number | null;

/** Sections of JSON-RPC 2.0. */
export const NOTIFICATION = 'JSON-RPC 2.0, section 4.1 Notification';
export const PARAMETERS = 'JSON-RPC 2.0, section 4.2 Parameter Structures';
export const RESPONSE = 'JSON-RPC 2.0, section 5 Response object';
export const ERROR = 'JSON-RPC 2.0, section 5.1 Error object';
export const BATCH = 'JSON-RPC 2.0, section 6 Batch';

/** What was answered to the request `id`, in the whole form of JSON-RPC 2.0. Ends the case with a finding for any other form. */
export function answered(t: Trial, value: Wire | undefined, id: Id, what: string): Exclude<BodyContent, { type: 'fault' }> {
  const read = readAnswer2(value ?? null, id, Buffer.alloc(0));
  t.judged();
  if (read.type !== 'fault') return read;
  const { kind, evidence, source, message } = read.fault;
  t.report({ check: kind, evidence, source, message: `${what}: ${message}` });
  throw new CaseOver();
}

/** The answer object in a body, in any form. Ends the case with a finding if there is none. */
export function objectOf(t: Trial, got: Got, what: string): Members {
  requireHttpAnswer(t, got, what);
  if (isMembers(got.json)) return got.json;
  t.ok(false, `${what}: expected an answer object, got ${inShort(got)}`, { check: 'no-answer' });
  throw new CaseOver();
}

/** The list in a body. Ends the case with a finding if there is none. */
export function listOf(t: Trial, got: Got, what: string): readonly Wire[] {
  requireHttpAnswer(t, got, what);
  if (Array.isArray(got.json)) return got.json;
  t.ok(false, `${what}: expected a list of answers, got ${inShort(got)}`, { check: 'no-answer' });
  throw new CaseOver();
}

/** Checks that an answer has this error code, and one of these ids. */
export function hasError(
  t: Trial,
  answer: Wire | undefined,
  { code, ids }: { readonly code: number; readonly ids: readonly Id[] },
  what: string,
): void {
  const { error, id } = isMembers(answer) ? answer : {};
  const found = isMembers(error) ? error['code'] : undefined;
  t.equal(found, code, `the error code in the answer to ${what}`, { path: 'error.code', source: ERROR });
  t.ok(
    ids.some((one) => one === id),
    `the id of the answer to ${what} is ${show(id)}, expected ${ids.map(show).join(' or ')}`,
    { path: 'id', check: 'foreign-id', source: RESPONSE },
  );
}

/** Checks that nothing is answered, by a body that has no JSON: HTTP has an answer to every request. */
export function nothing(t: Trial, got: Got, what: string): void {
  requireHttpAnswer(t, got, what);
  t.ok(got.json === undefined, `${what} was answered with ${show(got.body)}, expected no JSON-RPC answer`, { check: 'answered' });
  if (got.json === undefined && got.body.trim() !== '') t.observe('answer', 'text', `${what} was answered with a text that is no JSON`);
}
