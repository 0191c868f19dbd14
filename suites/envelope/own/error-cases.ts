import { INVALID_REQUEST } from '../../../client/answer-object-2.ts';
import { PARSE_ERROR } from '../../../client/answer-object.ts';
import type { Case } from '../../../engine/case.ts';
import { METHOD_NOT_FOUND } from '../../../fixtures/world/error-codes.ts';
import type { Method } from '../../../specs/model/types.ts';
import { inShort } from '../answer.ts';
import { bodyOf, requireHttpAnswer } from '../exchange.ts';
import { unknownMethod, type Caller } from './caller.ts';
import { ERROR, hasError, objectOf, PARAMETERS } from './judge.ts';

/** Bodies that are no JSON. */
const broken: readonly { readonly slug: string; readonly what: string; readonly body: string }[] = [
  { slug: 'truncated', what: 'a truncated call', body: '{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]' },
  {
    slug: 'truncated-list',
    what: 'a truncated list of calls',
    body: '[{"jsonrpc":"2.0","method":"sum","params":[1,2,4],"id":"1"},{"jsonrpc":"2.0","method"]',
  },
  { slug: 'no-json', what: 'a text that is no JSON', body: '<!doctype html>' },
];

/** JSON that is no request. None has an id that could be read. */
const invalid: readonly { readonly slug: string; readonly what: string; readonly body: string }[] = [
  { slug: 'number', what: 'a number', body: '7' },
  { slug: 'string', what: 'a string', body: '"pyx"' },
  { slug: 'null', what: 'null', body: 'null' },
  { slug: 'method-number', what: 'an object whose method is a number', body: '{"jsonrpc":"2.0","method":1,"params":[]}' },
  { slug: 'method-null', what: 'an object whose method is null', body: '{"jsonrpc":"2.0","method":null}' },
  { slug: 'empty-object', what: 'an empty object', body: '{}' },
];

/** The codes that JSON-RPC 2.0 reserves for errors of a request. */
export function errorCases(caller: Caller, withArguments: Method | undefined): Case[] {
  return [
    ...broken.map(({ slug, what, body }) =>
      caller.case({
        slug: `error/parse/${slug}`,
        title: `The answer to ${what} has the error -32700 and the id null`,
        source: ERROR,
        run: async (t) => {
          hasError(t, objectOf(t, await caller.post(t, body), what), { code: PARSE_ERROR, ids: [null] }, what);
          await caller.stillServes(t);
        },
      }),
    ),
    ...invalid.map(({ slug, what, body }) =>
      caller.case({
        slug: `error/invalid-request/${slug}`,
        title: `The answer to ${what} has the error -32600 and the id null`,
        source: ERROR,
        run: async (t) => {
          hasError(t, objectOf(t, await caller.post(t, body), what), { code: INVALID_REQUEST, ids: [null] }, what);
          await caller.stillServes(t);
        },
      }),
    ),
    caller.case({
      slug: 'error/invalid-request/with-an-id',
      title: 'The answer to an object with an id whose method is a number has the error -32600',
      source: ERROR,
      run: async (t) => {
        const [what, id] = ['an object with an id whose method is a number', t.random.word(12)];
        const got = await caller.post(t, bodyOf({ jsonrpc: '2.0', method: 1, id }));
        // The id is null if there was an error in detecting it: whether there was is up to the service.
        hasError(t, objectOf(t, got, what), { code: INVALID_REQUEST, ids: [null, id] }, what);
      },
    }),
    caller.case({
      slug: 'error/method-not-found',
      title: 'The answer to a call of an unknown method has the error -32601',
      source: ERROR,
      run: async (t) => {
        const [what, id] = ['a call of an unknown method', t.random.word(12)];
        const got = await caller.post(t, caller.body(t, { id, method: unknownMethod(t) }));
        hasError(t, objectOf(t, got, what), { code: METHOD_NOT_FOUND, ids: [id] }, what);
      },
    }),
    caller.case({
      slug: 'error/params-no-structure',
      title: 'The service still answers after a call whose params are a string, and its answer is recorded',
      source: PARAMETERS,
      run: async (t) => {
        const got = requireHttpAnswer(
          t,
          await caller.post(t, caller.body(t, { id: t.random.word(12), params: 'pyx' })),
          'params that are a string',
        );
        t.observe('answer', inShort(got), `a call whose params are a string was answered with ${inShort(got)}`);
        await caller.stillServes(t);
      },
    }),
    ...(withArguments ? [invalidParams(caller, withArguments)] : []),
  ];
}

/** A service may have its own codes for invalid arguments: -32602 is only recorded. */
function invalidParams(caller: Caller, method: Method): Case {
  return caller.case({
    slug: 'error/invalid-params',
    title: `The error code in the answer to a call of ${method.id} with an argument of another name is recorded`,
    source: ERROR,
    run: async (t) => {
      const { method: name } = t.world.service.request(method.id, []);
      const got = await caller.post(t, caller.body(t, { id: t.random.word(12), method: name, params: { [unknownMethod(t)]: 1 } }));
      requireHttpAnswer(t, got, `${method.id} with an argument of another name`);
      t.observe('answer', inShort(got), `${method.id} with an argument of another name was answered with ${inShort(got)}`);
      await caller.stillServes(t);
    },
  });
}
