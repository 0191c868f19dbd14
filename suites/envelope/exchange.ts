import { parseAddress } from '../../client/address.ts';
import type { RawRequest } from '../../client/types.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { stringify } from '../../client/wire-json.ts';
import { show } from '../../engine/show.ts';
import type { At } from '../../engine/finding-place.ts';
import { CaseOver, type Trial } from '../../engine/trial.ts';
import { envelopeOf, gotReply, inShort, type Got, type Members } from './answer.ts';

/** Number of characters shown of a request body. */
const SHOWN = 120;

/** The header that document 1 requires. */
export const TEXT_PLAIN = { 'content-type': 'text/plain' } as const;

/** The body of a call (document 1, Call envelope). */
export function callBody(call: { readonly id: string; readonly method?: string; readonly params?: readonly Wire[] }): string {
  const { id, method = 'getblockcount', params = [] } = call;
  return stringify({ jsonrpc: '1.0', id, method, params: [...params] });
}

/** A body with these members; undefined members are omitted. */
export function bodyOf(members: { readonly [name: string]: Wire | undefined }): string {
  return stringify(Object.fromEntries(Object.entries(members).filter((entry): entry is [string, Wire] => entry[1] !== undefined)));
}

/** Posts a body to the base URL with the client of the trial. */
export async function post(t: Trial, body: string | Uint8Array, request: Omit<RawRequest, 'body'> = {}): Promise<Got> {
  t.noteRequest(`a request with a body of ${Buffer.byteLength(body)} bytes (${beginning(body)})`);
  return gotReply(await t.node.client.raw({ headers: TEXT_PLAIN, ...request, body }, { timeoutMs: 15_000 }));
}

/** The beginning of a request, quoted for a message. */
export function beginning(sent: string | Uint8Array): string {
  const text = Buffer.from(sent).toString('latin1');
  return JSON.stringify(text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`);
}

/** Host and port of the node under test, for a socket. */
export function placeOf(t: Trial): { readonly host: string; readonly port: number } {
  const { host, port } = parseAddress(t.node.client.address);
  return { host, port };
}

/** Credentials as basic authentication sends them (RFC 7617, section 2); undefined when none are configured. */
export function basicToken(t: Trial): string | undefined {
  const { credentials } = t.node;
  return credentials && Buffer.from(`${credentials.user}:${credentials.password}`, 'utf8').toString('base64');
}

/** The same response; ends the case with a finding if no HTTP answer came. */
export function requireHttpAnswer(t: Trial, got: Got, what: string): Got {
  if (!got.fault) return got;
  const { kind, evidence, source, message } = got.fault;
  t.report({ check: kind, evidence, source, message: `${what}: ${message}` });
  throw new CaseOver();
}

/** The answer object of a response. Ends the case with a finding if there is none. */
export function answerOf(t: Trial, got: Got, what: string, at: At = {}): Members {
  requireHttpAnswer(t, got, what);
  const envelope = envelopeOf(got);
  if (envelope) return envelope;
  t.ok(false, `${what}: expected an answer with result, error and id, got ${inShort(got)}${excerpt(got)}`, {
    check: 'no-answer',
    ...at,
  });
  throw new CaseOver();
}

/** The result in a response. Ends the case with a finding if there is none. */
export function resultOf(t: Trial, got: Got, what: string, at: At = {}): Wire {
  const { result = null, error = null } = answerOf(t, got, what, at);
  if (result !== null && error === null) {
    t.judged();
    return result;
  }
  t.ok(false, `${what}: expected a result, got ${inShort(got)}${excerpt(got)}`, { check: 'no-result', ...at });
  throw new CaseOver();
}

/** Checks that the node still answers calls after an unusual request. */
export async function stillServes(t: Trial): Promise<void> {
  const blocks = await t.result('getblockcount');
  t.ok(Number.isSafeInteger(blocks), `getblockcount returned ${show(blocks)} after this request, expected a number of blocks`, {
    check: 'health',
    evidence: 'health',
    source: 'the node no longer answers as before',
  });
}

/** Sends an unusual body and records the response as an observation: the documents leave it open. */
export async function observeBody(
  t: Trial,
  what: string,
  body: string | Uint8Array,
  request: Omit<RawRequest, 'body'> = {},
): Promise<void> {
  const got = await post(t, body, request);
  t.observe('answer', inShort(got), `${what} was answered with ${inShort(got)}`);
  await stillServes(t);
}

function excerpt(got: Got): string {
  return got.body === '' ? '' : `: ${show(got.body)}`;
}
