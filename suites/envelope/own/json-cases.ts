import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { answerOf } from '../exchange.ts';
import type { Caller } from './caller.ts';

/** Other notations of a call: a parser must accept all of them (RFC 8259, section 9). `text`: the call in the usual one. */
const notations: readonly {
  readonly slug: string;
  readonly what: string;
  readonly section: string;
  readonly write: (text: string) => string;
}[] = [
  { slug: 'whitespace-around', what: 'whitespace around the object', section: '2', write: (text) => ` \t\r\n${text}\n\t \r\n` },
  {
    slug: 'whitespace-within',
    what: 'whitespace between tokens',
    section: '2',
    write: (text) => text.replaceAll('":', '"\t:\n ').replaceAll(',"', ' ,\r\n"').replace('{', '{ \n').replace(/\}$/, ' }'),
  },
  {
    slug: 'order-reversed',
    what: 'the members in reverse order',
    section: '4',
    write: (text) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as object).reverse())),
  },
  {
    slug: 'escaped-method',
    what: 'the name of the method written with an escape',
    section: '7',
    write: (text) => text.replace(/("method":")(.)/, firstEscaped),
  },
  {
    slug: 'escaped-member',
    what: 'the name of a member written with an escape',
    section: '7',
    write: (text) => text.replace('"method"', '"\\u006dethod"'),
  },
  { slug: 'escaped-version', what: 'the version written with an escape', section: '7', write: (text) => text.replace('.0"', '\\u002e0"') },
];

const firstEscaped = (_: string, before: string, first: string): string =>
  `${before}\\u${first.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** JSON, which every version of JSON-RPC uses. */
export function ownJsonCases(caller: Caller): Case[] {
  return notations.map(({ slug, what, section, write }) =>
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
