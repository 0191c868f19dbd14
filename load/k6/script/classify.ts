import { REQUEST_ID } from '../../generator/request-id.ts';
import { END_LENGTH, endsAsResult } from '../../generator/result-end.ts';
import type { K6Class } from '../format.ts';

/** What k6 knows of an answer. */
export interface K6Answer {
  /** 0 where there was none. */
  readonly status: number;
  /** Of k6: 1050 is a timeout; others below 1400 mean that a connection could not be opened or broke. */
  readonly error_code: number;
  readonly body: string | null;
}

const TIMEOUT = 1050;
/** Error code of a server that could not read the request, and so could not read its id. */
const PARSE_ERROR = -32700;

/** How a call ended, in the classes of Pyx's own generator. */
export function classify({ status, error_code: error, body }: K6Answer): K6Class {
  if (error === TIMEOUT) return 'timeout';
  if (status === 0) return 'connection';
  const text = body ?? '';
  if (status === 200 && text.startsWith('{') && endsAsResult(text.slice(-END_LENGTH))) return 'result';
  if (status === 503 || (status !== 200 && text.length < 200 && text.includes('Work queue depth exceeded'))) return 'work-queue';
  const envelope = parsed(text);
  if (!envelope) return status === 200 ? 'malformed' : 'http';
  const isError = envelope.error !== null && envelope.error !== undefined;
  if (!isError && !('result' in envelope)) return 'malformed';
  const { code, message } = (isError ? envelope.error : {}) as { readonly code?: unknown; readonly message?: unknown };
  if (envelope.id !== REQUEST_ID && !(envelope.id === null && code === PARSE_ERROR)) return 'malformed';
  if (!isError) return status === 200 ? 'result' : 'http';
  return typeof code === 'number' && typeof message === 'string' ? 'rpc-error' : 'malformed';
}

function parsed(text: string): { readonly result?: unknown; readonly error?: unknown; readonly id?: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}
