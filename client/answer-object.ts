import { quoted } from './faults.ts';
import type { Reply } from './types.ts';
import { stringify } from './wire-json.ts';
import type { Wire } from '../specs/model/wire.ts';

export type Body = { [name: string]: Wire };

/** The content of a body: a result, an error or a fault. */
export type BodyContent =
  | Pick<Extract<Reply, { type: 'result' }>, 'type' | 'result'>
  | Pick<Extract<Reply, { type: 'error' }>, 'type' | 'error'>
  | Pick<Extract<Reply, { type: 'fault' }>, 'type' | 'fault'>;

/** Error code of a server that could not read the request, and so could not read its id. */
export const PARSE_ERROR = -32700;

export function isBody(value: Wire): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.getPrototypeOf(value) === Object.prototype;
}

/** Whether an answer has the id of its request, which may be any value in JSON-RPC 1.0. Numbers are compared as they are written. */
export function isSameId(id: Wire, sent: Wire): boolean {
  return id === sent || stringify(id) === stringify(sent);
}

/** A value in a sentence. */
export function described(value: Wire): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (isBody(value)) return 'an object';
  if (typeof value === 'string') return `the string ${quoted(value)}`;
  if (typeof value === 'boolean') return String(value);
  const text = stringify(value);
  return `the number ${text.length > 80 ? `${text.slice(0, 80)}…` : text}`;
}
