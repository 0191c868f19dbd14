import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { show } from '../../../engine/show.ts';
import { isMembers, type Members } from '../answer.ts';
import { unknownMethod, type Caller, type RequestMembers } from './caller.ts';
import { ERROR, objectOf, RESPONSE, type Id } from './judge.ts';

const ids: readonly { readonly slug: string; readonly what: string; readonly make: (t: Trial) => Id }[] = [
  { slug: 'string', what: 'a string', make: (t) => t.random.word(12) },
  { slug: 'digits', what: 'a string of digits', make: (t) => String(t.random.integer(1, 1e6)) },
  { slug: 'empty', what: 'the empty string', make: () => '' },
  { slug: 'number', what: 'a number', make: (t) => t.random.integer(1, 1e6) },
  { slug: 'zero', what: '0', make: () => 0 },
  { slug: 'negative', what: 'a negative number', make: () => -7 },
];

/** The answer to a single call: its members, its id, its error. Each case judges one of them. */
export function answerCases2(caller: Caller): Case[] {
  const ask = async (t: Trial, what: string, members: RequestMembers): Promise<Members> =>
    objectOf(t, await caller.post(t, caller.body(t, members)), what);
  const refused = (t: Trial): Promise<Members> =>
    ask(t, 'a call of an unknown method', { id: t.random.word(12), method: unknownMethod(t) });
  const hasVersion = ({ jsonrpc }: Members, t: Trial): void => {
    t.equal(jsonrpc, '2.0', 'the member jsonrpc of the answer', { path: 'jsonrpc' });
  };
  const ofRefusals = [
    caller.case({
      slug: 'answer/version-of-an-error',
      title: 'An answer with an error has the member jsonrpc "2.0"',
      source: RESPONSE,
      run: async (t) => hasVersion(await refused(t), t),
    }),
    caller.case({
      slug: 'answer/of-a-refusal',
      title: 'The answer to a refused call has the member error and no member result',
      source: RESPONSE,
      run: async (t) => {
        const answer = await refused(t);
        t.ok('error' in answer, 'the answer to a refused call has no member error', { path: 'error', check: 'presence' });
        t.ok(!('result' in answer), `the answer to a refused call has the result ${show(answer['result'])}, expected no such member`, {
          path: 'result',
          check: 'both',
        });
      },
    }),
    caller.case({
      slug: 'answer/error-object',
      title: 'An error is an object with an integer as code and a string as message',
      source: ERROR,
      run: async (t) => {
        const { error } = await refused(t);
        const { code, message } = isMembers(error) ? error : {};
        t.ok(isMembers(error), `the error is ${show(error)}, expected an object`, { path: 'error' });
        t.ok(typeof code === 'number', `the code of the error is ${show(code)}, expected an integer`, { path: 'error.code' });
        t.ok(typeof message === 'string', `the message of the error is ${show(message)}, expected a string`, { path: 'error.message' });
      },
    }),
    ...(['string', 'number'] as const).map((type) =>
      caller.case({
        slug: `id/of-a-refusal/${type}`,
        title: `The answer to a refused call has its id, a ${type}`,
        source: RESPONSE,
        run: async (t) => {
          const id = type === 'string' ? t.random.word(12) : t.random.integer(1, 1e6);
          const answer = await ask(t, 'a call of an unknown method', { id, method: unknownMethod(t) });
          t.equal(answer['id'], id, 'the id of the answer to a refused call', { path: 'id', check: 'foreign-id' });
        },
      }),
    ),
  ];
  if (caller.reader === undefined) return ofRefusals;
  return [
    ...ofRefusals,
    caller.case({
      slug: 'answer/version-of-a-result',
      title: 'An answer with a result has the member jsonrpc "2.0"',
      source: RESPONSE,
      run: async (t) => hasVersion(await ask(t, 'a call', { id: t.random.word(12) }), t),
    }),
    caller.case({
      slug: 'answer/of-success',
      title: 'The answer to a successful call has the member result and no member error',
      source: RESPONSE,
      run: async (t) => {
        const answer = await ask(t, 'a call', { id: t.random.word(12) });
        t.ok('result' in answer, 'the answer to a successful call has no member result', { path: 'result', check: 'presence' });
        t.ok(!('error' in answer), `the answer to a successful call has the error ${show(answer['error'])}, expected no such member`, {
          path: 'error',
          check: 'both',
        });
      },
    }),
    ...ids.map(({ slug, what, make }) =>
      caller.case({
        slug: `id/${slug}`,
        title: `An answer has the id of its call when that is ${what}`,
        source: RESPONSE,
        run: async (t) => {
          const id = make(t);
          const answer = await ask(t, `a call whose id is ${what}`, { id });
          t.equal(answer['id'], id, 'the id of the answer', { path: 'id', check: 'foreign-id' });
        },
      }),
    ),
    caller.case({
      slug: 'id/null',
      title: 'An answer to a call with the id null, if there is one, has the id null',
      source: RESPONSE,
      run: async (t) => {
        const got = await caller.post(t, caller.body(t, { id: null }));
        // Its use is discouraged (section 4), so that a service may take it for a notification.
        if (isMembers(got.json)) t.equal(got.json['id'], null, 'the id of the answer', { path: 'id', check: 'foreign-id' });
        await caller.stillServes(t);
        t.judged();
      },
    }),
  ];
}
