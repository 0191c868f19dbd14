import type { Case } from '../../../engine/case.ts';
import { answerOf } from '../exchange.ts';
import { unknownMethod, type Caller } from './caller.ts';

const RESPONSE = 'JSON-RPC 1.0 specification, section 1.2';

/** What JSON-RPC 1.0 states of an answer, without the habits of coin nodes. */
export function version1Cases(caller: Caller): Case[] {
  const hasMembers = caller.case({
    slug: 'answer/of-an-unknown-method',
    title: 'A call of an unknown method is not answered with a result, and its answer has the id of the call',
    source: RESPONSE,
    run: async (t) => {
      const id = t.random.word(12);
      const answer = answerOf(t, await caller.post(t, caller.body(t, { id, method: unknownMethod(t) })), 'a call of an unknown method');
      t.equal(answer['result'] ?? null, null, 'the result of a refused call', { path: 'result' });
      t.ok((answer['error'] ?? null) !== null, 'the error of a refused call is null, expected an error', { path: 'error' });
      t.equal(answer['id'], id, 'the id of the answer', { path: 'id', check: 'foreign-id' });
    },
  });
  if (caller.reader === undefined) return [hasMembers];
  return [
    hasMembers,
    caller.case({
      slug: 'answer/of-success',
      title: 'The answer to a successful call has the members result, error and id, and the error is null',
      source: RESPONSE,
      run: async (t) => {
        const id = t.random.word(12);
        const answer = answerOf(t, await caller.post(t, caller.body(t, { id })), 'a call');
        for (const name of ['result', 'error', 'id'])
          t.ok(name in answer, `the answer has no member ${name}`, { path: name, check: 'presence' });
        t.equal(answer['error'] ?? null, null, 'the error of a successful call', { path: 'error' });
        t.equal(answer['id'], id, 'the id of the answer', { path: 'id', check: 'foreign-id' });
      },
    }),
  ];
}
