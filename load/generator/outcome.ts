import { REQUEST_ID } from './request-id.ts';
import type { HttpResponse } from './response-reader.ts';
import { END_LENGTH, endsAsResult } from './result-end.ts';
import type { OutcomeClass } from './types.ts';

/** How a call ended, and what was said, for people. */
export interface CallOutcome {
  readonly class: OutcomeClass;
  readonly code?: number;
  /** At most 200 characters; empty for a result. */
  readonly message: string;
}

export const RESULT: CallOutcome = { class: 'result', message: '' };
export const TIMEOUT: CallOutcome = { class: 'timeout', message: 'no whole answer within the time allowed' };

/** Error code of a server that could not read the request, and so could not read its id. */
const PARSE_ERROR = -32700;
const OPENING_BRACE = 0x7b;

/**
 * What an HTTP answer means for the call. A result is not parsed when the end of its body shows that it is one: bodies
 * may be megabytes, and what they hold is checked on a sample.
 */
export function outcomeOf({ status, body }: HttpResponse): CallOutcome {
  if (status === 200 && body[0] === OPENING_BRACE && endsAsResult(body.toString('latin1', Math.max(0, body.length - END_LENGTH))))
    return RESULT;
  if (status === 503 || (status !== 200 && body.length < 200 && body.toString().includes('Work queue depth exceeded')))
    return { class: 'work-queue', message: shortened(body.toString()) };
  const envelope = parsed(body);
  if (!envelope) {
    if (status === 200) return malformedOutcome(`no JSON-RPC answer: ${body.toString('utf8', 0, 150)}`);
    return { class: 'http', code: status, message: shortened(body.toString('utf8', 0, 200)) };
  }
  const { id, error } = envelope;
  const isError = error !== null && error !== undefined;
  if (!isError && !('result' in envelope)) return malformedOutcome('an answer with neither result nor error');
  const { code, message } = (isError ? error : {}) as { readonly code?: unknown; readonly message?: unknown };
  if (id !== REQUEST_ID && !(id === null && code === PARSE_ERROR))
    return malformedOutcome(`an answer to another request: the id is ${shownId(id)}, expected "${REQUEST_ID}"`);
  if (!isError) return status === 200 ? RESULT : { class: 'http', code: status, message: 'a result with this status' };
  if (typeof code !== 'number' || typeof message !== 'string')
    return malformedOutcome(`an error without code and message: ${body.toString('utf8', 0, 150)}`);
  return { class: 'rpc-error', code, message: shortened(message) };
}

/** The outcome of a call whose connection broke or could not be opened. */
export function connectionOutcome(reason: string): CallOutcome {
  return { class: 'connection', message: shortened(reason) };
}

/** What this machine lacks, rather than the node. */
const OWN_SHORTAGE = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS']);

/** Why the figures are not those of the node, if this machine could not open a connection for the call. */
export const ownShortage = ({ class: kind, message }: CallOutcome): string | undefined =>
  kind === 'connection' && OWN_SHORTAGE.has(message) ? `this machine could not open more connections (${message})` : undefined;

/** The outcome of a call whose answer is no HTTP, no JSON-RPC, or that to another request. */
export function malformedOutcome(reason: string): CallOutcome {
  return { class: 'malformed', message: shortened(reason) };
}

function shownId(id: unknown): string {
  if (id === undefined) return 'missing';
  // One of many levels could not be written.
  return typeof id === 'object' && id !== null ? 'an object' : JSON.stringify(id);
}

function parsed(body: Buffer): { readonly result?: unknown; readonly error?: unknown; readonly id?: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

function shortened(text: string): string {
  const line = text.trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
