import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { answerOf } from '../exchange.ts';
import { jsonNotations } from '../json-notations.ts';
import type { Caller } from './caller.ts';

/** JSON, which every version of JSON-RPC uses. */
export function ownJsonCases(caller: Caller): Case[] {
  return jsonNotations.map(({ slug, what, section, write }) =>
    caller.case({
      slug: `json/${slug}`,
      title: `A call with ${what} is answered as without`,
      source: `RFC 8259, section ${section}`,
      run: async (t) => {
        const usual = await outcome(t, caller, (text) => text);
        t.equal(await outcome(t, caller, write), usual, `the kind of answer to a call with ${what}`, { path: '' });
      },
    }),
  );
}

/** Whether a call is answered with a result or an error; values may change between two calls. */
async function outcome(t: Trial, caller: Caller, write: (text: string) => string): Promise<string> {
  const got = await caller.post(t, write(caller.body(t, { id: t.random.word(12) })));
  const { error = null } = answerOf(t, got, 'a call');
  return error === null ? 'result' : 'error';
}
