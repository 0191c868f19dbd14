import type { Wire } from '../../specs/model/wire.ts';
import type { Case, Danger } from '../../engine/case.ts';
import { bodyOf, observeBody } from './exchange.ts';
import { CALL_ENVELOPE, envelopeCase } from './envelope-case.ts';

type Members = { readonly [name: string]: Wire | undefined };

/** Calls that differ from the documented form in one member. The documents do not describe the answer. */
const odd: readonly { readonly slug: string; readonly what: string; readonly members: Members; readonly danger?: Danger }[] = [
  { slug: 'version-left-out', what: 'a call without jsonrpc', members: { jsonrpc: undefined } },
  { slug: 'version-2.0', what: 'a call of version 2.0', members: { jsonrpc: '2.0' } },
  { slug: 'version-1.1', what: 'a call of version 1.1', members: { jsonrpc: '1.1' } },
  { slug: 'version-9.9', what: 'a call of version 9.9', members: { jsonrpc: '9.9' } },
  { slug: 'version-number', what: 'a call whose version is a number', members: { jsonrpc: 1 } },
  { slug: 'version-null', what: 'a call whose version is null', members: { jsonrpc: null } },
  { slug: 'method-left-out', what: 'a call without method', members: { method: undefined } },
  { slug: 'method-empty', what: 'a call whose method is the empty string', members: { method: '' } },
  { slug: 'method-number', what: 'a call whose method is a number', members: { method: 7 } },
  { slug: 'method-null', what: 'a call whose method is null', members: { method: null } },
  { slug: 'method-array', what: 'a call whose method is an array', members: { method: ['getblockcount'] } },
  { slug: 'method-unknown', what: 'a call of an unknown method', members: { method: 'nosuchmethod' } },
  { slug: 'method-upper-case', what: 'a call of GETBLOCKCOUNT', members: { method: 'GETBLOCKCOUNT' } },
  { slug: 'method-with-space', what: 'a call of "getblockcount "', members: { method: 'getblockcount ' } },
  { slug: 'method-with-nul', what: 'a call of getblockcount followed by NUL', members: { method: 'getblockcount\u0000' }, danger: 'bytes' },
  { slug: 'method-long', what: 'a call of a method of 10,000 characters', members: { method: 'x'.repeat(10_000) }, danger: 'size' },
  { slug: 'method-unicode', what: 'a call of a method name with a Cyrillic letter', members: { method: 'gеtblockcount' } }, // a Cyrillic e
  { slug: 'params-null', what: 'a call whose params are null', members: { params: null } },
  { slug: 'params-string', what: 'a call whose params are a string', members: { params: '[]' } },
  { slug: 'params-number', what: 'a call whose params are a number', members: { params: 0 } },
  { slug: 'params-boolean', what: 'a call whose params are true', members: { params: true } },
  { slug: 'params-empty-object', what: 'a call whose params are an empty object', members: { params: {} } },
  {
    slug: 'params-named',
    what: 'getblockhash with a named argument',
    members: { method: 'getblockhash', params: { height: 0 } },
  },
  {
    slug: 'params-misnamed',
    what: 'getblockhash with an unknown named argument',
    members: { method: 'getblockhash', params: { nosuch: 0 } },
  },
  { slug: 'params-too-many', what: 'getblockcount with ten arguments', members: { params: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] } },
  { slug: 'member-unknown', what: 'a call with an unknown member', members: { nosuch: { a: 1 } } },
];

/** Bodies that are JSON, but not a single call. */
const otherBodies: readonly { readonly slug: string; readonly what: string; readonly body: string }[] = [
  { slug: 'array-empty', what: 'an empty array', body: '[]' },
  { slug: 'array-of-numbers', what: 'an array of numbers', body: '[1,2]' },
  { slug: 'array-of-calls', what: 'an array of two calls', body: `[${bodyOf(documented('a'))},${bodyOf(documented('b'))}]` },
  { slug: 'array-mixed', what: 'an array of a call and a number', body: `[${bodyOf(documented('a'))},7]` },
  { slug: 'object-empty', what: 'an empty object', body: '{}' },
  { slug: 'string', what: 'a string', body: '"getblockcount"' },
  { slug: 'number', what: 'a number', body: '7' },
  { slug: 'null', what: 'null', body: 'null' },
  { slug: 'true', what: 'true', body: 'true' },
];

export const memberCases: readonly Case[] = [
  ...odd.map(({ slug, what, members, danger }) =>
    envelopeCase({
      slug: `member/${slug}`,
      title: `The node still answers calls after ${what}`,
      source: CALL_ENVELOPE,
      danger,
      run: (t) => observeBody(t, what, bodyOf({ ...documented(t.random.word(12)), ...members })),
    }),
  ),
  ...otherBodies.map(({ slug, what, body }) =>
    envelopeCase({
      slug: `body/${slug}`,
      title: `The node still answers calls after a body that is ${what}`,
      source: CALL_ENVELOPE,
      run: (t) => observeBody(t, `a body that is ${what}`, body),
    }),
  ),
];

function documented(id: string): Members {
  return { jsonrpc: '1.0', id, method: 'getblockcount', params: [] };
}
