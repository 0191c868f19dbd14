import type { Fault, RawReply } from '../../client/types.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { isLosslessNumber } from 'lossless-json';
import { InvalidJson, TooDeep } from '../../client/json-reader.ts';
import { parse } from '../../client/wire-json.ts';

/** The response to one request, in any form. */
export interface Got {
  /** Undefined when no HTTP answer came. */
  readonly status: number | undefined;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body as JSON; undefined when it is not JSON. */
  readonly json: Wire | undefined;
  /** Why no HTTP answer came. */
  readonly fault: Fault | undefined;
}

export type Members = { readonly [name: string]: Wire };

export function gotReply(reply: RawReply): Got {
  if (reply.type === 'fault') return { status: undefined, headers: {}, body: '', json: undefined, fault: reply.fault };
  return { status: reply.status, headers: reply.headers, body: reply.body, json: readJson(reply.body), fault: undefined };
}

/** A JSON value; undefined for any other text. */
export function readJson(text: string): Wire | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof InvalidJson || error instanceof TooDeep) return undefined;
    throw error;
  }
}

/** The answer object of JSON-RPC: one with a result or an error member. */
export function envelopeOf(got: Got): Members | undefined {
  const { json } = got;
  return isMembers(json) && ('result' in json || 'error' in json) ? json : undefined;
}

/** Whether a response contains the result of a call, in an answer object or in a list of them. */
export function givesResult(got: Got): boolean {
  const items = Array.isArray(got.json) ? got.json : [got.json];
  return items.some((item) => isMembers(item) && item['result'] !== undefined && item['result'] !== null);
}

/** A short text for a response, without anything that differs from run to run: `HTTP 404, -32601`. */
export function inShort(got: Got): string {
  if (got.fault) return `no answer (${got.fault.kind})`;
  return `HTTP ${got.status}, ${bodyInShort(got)}`;
}

function bodyInShort(got: Got): string {
  if (got.body === '') return 'empty';
  if (Array.isArray(got.json)) return `a list of ${got.json.length}`;
  const envelope = envelopeOf(got);
  if (!envelope) return got.json === undefined ? 'no JSON' : 'JSON';
  const { error } = envelope;
  if (error === null || error === undefined) return 'result';
  const code = isMembers(error) ? error['code'] : undefined;
  return typeof code === 'number' ? String(code) : 'error';
}

export function isMembers(value: Wire | undefined): value is { [name: string]: Wire } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}
