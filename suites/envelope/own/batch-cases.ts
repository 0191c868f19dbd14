import { INVALID_REQUEST } from '../../../client/answer-object-2.ts';
import { METHOD_NOT_FOUND } from '../../../fixtures/world/error-codes.ts';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { show } from '../../../engine/show.ts';
import { stringify } from '../../../client/wire-json.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { isMembers } from '../answer.ts';
import { unknownMethod, type Caller } from './caller.ts';
import { BATCH, hasError, listOf, nothing, objectOf, type Id } from './judge.ts';

/** Lists of calls. Answers may come in any order. */
export function batchCases(caller: Caller): Case[] {
  const batch = (slug: string, title: string, run: (t: Trial) => Promise<void>): Case =>
    caller.case({
      slug: `batch/${slug}`,
      title,
      source: BATCH,
      run: async (t) => {
        await run(t);
        await caller.stillServes(t);
      },
    });
  const post = async (t: Trial, items: readonly Wire[], what: string): Promise<readonly Wire[]> =>
    listOf(t, await caller.post(t, stringify([...items])), what);
  const unknown = (t: Trial, id?: Id): Wire => caller.request(t, { method: unknownMethod(t), id });
  return [
    batch('empty', 'An empty list is answered with one error -32600 and the id null', async (t) => {
      const what = 'an empty list';
      hasError(t, objectOf(t, await caller.post(t, '[]'), what), { code: INVALID_REQUEST, ids: [null] }, what);
    }),
    batch('of-no-calls', 'A list of what are no calls is answered with an error -32600 and the id null for each', async (t) => {
      const what = 'a list of three numbers';
      const answers = await post(t, [1, 2, 3], what);
      t.equal(answers.length, 3, `the number of answers to ${what}`);
      for (const answer of answers) hasError(t, answer, { code: INVALID_REQUEST, ids: [null] }, `a member of ${what}`);
    }),
    batch('of-one', 'A list of one call is answered with a list of one answer', async (t) => {
      const id = t.random.word(12);
      hasIds(t, await post(t, [unknown(t, id)], 'a list of one call'), [id]);
    }),
    batch('of-unknown-methods', 'Each unknown method in a list is answered with the error -32601 and its id', async (t) => {
      const ids = [t.random.word(12), t.random.integer(1, 1e6)];
      const answers = await post(
        t,
        ids.map((id) => unknown(t, id)),
        'a list of calls of unknown methods',
      );
      hasIds(t, answers, ids);
      for (const answer of answers) hasError(t, answer, { code: METHOD_NOT_FOUND, ids }, 'a call of an unknown method in a list');
    }),
    batch('of-notifications', 'A list of notifications only is not answered', async (t) => {
      nothing(t, await caller.post(t, stringify([unknown(t), unknown(t)])), 'a list of notifications');
    }),
    ...(caller.reader
      ? [
          batch('of-calls', 'Every call in a list is answered, by its id', async (t) => {
            const ids = [t.random.word(12), t.random.integer(1, 1e6), t.random.word(12), t.random.word(12), t.random.word(12)];
            const answers = await post(
              t,
              ids.map((id) => caller.request(t, { id })),
              'a list of calls',
            );
            hasIds(t, answers, ids);
            for (const answer of answers)
              t.ok(isMembers(answer) && 'result' in answer, `a call in a list was answered with ${show(answer)}, expected a result`);
          }),
          batch('with-a-notification', 'A notification in a list is not answered, and the calls beside it are', async (t) => {
            const ids = [t.random.word(12), t.random.word(12)];
            const [first, last] = ids.map((id) => caller.request(t, { id }));
            hasIds(t, await post(t, [first ?? null, caller.request(t), last ?? null], 'a list of two calls and a notification'), ids);
          }),
          batch(
            'with-no-call',
            'What is no call in a list is answered with -32600 and the id null, and the calls beside it as usual',
            async (t) => {
              const ids = [t.random.word(12), t.random.word(12)];
              const [first, last] = ids.map((id) => caller.request(t, { id }));
              const what = 'a list of a call, an object that is none, and a call';
              const answers = await post(t, [first ?? null, { foo: 'boo' }, last ?? null], what);
              hasIds(t, answers, [...ids, null]);
              const ofNone = answers.filter((answer) => isMembers(answer) && answer['id'] === null);
              for (const answer of ofNone)
                hasError(t, answer, { code: INVALID_REQUEST, ids: [null] }, 'an object that is no call in a list');
            },
          ),
        ]
      : []),
  ];
}

/** Checks that each id is answered once, and no other one. */
function hasIds(t: Trial, answers: readonly Wire[], ids: readonly Id[]): void {
  const found = answers.map((answer) => {
    const { id } = isMembers(answer) ? answer : {};
    return id === undefined ? 'none' : stringify(id);
  });
  const expected = ids.map((id) => stringify(id));
  // In any order.
  t.equal([...found].sort(), [...expected].sort(), 'the ids of the answers to a list', { path: 'id', check: 'foreign-id' });
}
