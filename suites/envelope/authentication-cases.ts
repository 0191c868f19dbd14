import { stringify } from '../../client/wire-json.ts';
import type { Credentials } from '../../client/types.ts';
import type { Trial } from '../../engine/trial.ts';
import type { Case } from '../../engine/case.ts';
import { givesResult, inShort, type Got } from './answer.ts';
import { callBody, requireHttpAnswer, post, resultOf, stillServes, TEXT_PLAIN } from './exchange.ts';
import { AUTHENTICATION, envelopeCase } from './envelope-case.ts';
import { firstAnswer, gotAnswer, httpTalk, requestText } from './http-talk.ts';

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

interface Attempt {
  /** The value of the field Authorization; null omits the field. */
  readonly authorization: string | null;
  readonly what: string;
}

/** Values that the node must not accept as its credentials. The values of a group are sent concurrently. */
const groups: readonly {
  readonly slug: string;
  readonly title: string;
  readonly attempts: (own: Credentials, t: Trial) => readonly Attempt[];
}[] = [
  {
    slug: 'none',
    title: 'A call without credentials',
    attempts: () => [{ what: 'a call without credentials', authorization: null }],
  },
  {
    slug: 'wrong-password',
    title: 'A call with a wrong password',
    attempts: ({ user }, t) => [{ what: 'a call with a wrong password', authorization: basic(user, t.random.word(20)) }],
  },
  {
    slug: 'wrong-user',
    title: 'A call with a wrong user',
    attempts: ({ user, password }, t) => [
      { what: 'a call with a wrong user', authorization: basic(t.random.word(20), password) },
      { what: 'a call with user and password exchanged', authorization: basic(password, user) },
    ],
  },
  {
    slug: 'empty',
    title: 'A call with an empty user or password',
    attempts: ({ user, password }) => [
      { what: 'a call with an empty password', authorization: basic(user, '') },
      { what: 'a call with an empty user', authorization: basic('', password) },
      { what: 'a call with both empty', authorization: basic('', '') },
    ],
  },
  {
    slug: 'altered',
    title: 'A call with slightly different credentials',
    attempts: ({ user, password }) => [
      { what: 'a call with the last character of the password missing', authorization: basic(user, password.slice(0, -1)) },
      { what: 'a call with an additional character after the password', authorization: basic(user, `${password}x`) },
      { what: 'a call with NUL after the password', authorization: basic(user, `${password}\u0000`) },
      ...(swapCase(password) === password
        ? []
        : [{ what: 'a call with the letter case of the password swapped', authorization: basic(user, swapCase(password)) }]),
    ],
  },
  {
    slug: 'malformed',
    title: 'A call with a malformed Authorization field',
    attempts: ({ user, password }) => [
      { what: 'a call with the scheme Basic and no credentials', authorization: 'Basic' },
      { what: 'a call with credentials that are not base64', authorization: 'Basic !!!!' },
      { what: 'a call with credentials without a colon', authorization: `Basic ${base64(`${user}${password}`)}` },
      { what: 'a call with credentials that are not encoded', authorization: `Basic ${user}:${password}` },
    ],
  },
  {
    slug: 'other-scheme',
    title: 'A call with another scheme than Basic',
    attempts: ({ user, password }) => [
      { what: 'a call with the scheme Bearer', authorization: `Bearer ${base64(`${user}:${password}`)}` },
      {
        what: 'a call with the scheme Digest',
        authorization: `Digest username="${user}", realm="jsonrpc", nonce="0", uri="/", response="0"`,
      },
      { what: 'a call without a scheme', authorization: base64(`${user}:${password}`) },
    ],
  },
];

export const authenticationCases: readonly Case[] = [
  ...groups.map(({ slug, title, attempts }) =>
    envelopeCase({
      slug: `authentication/${slug}`,
      title: `${title} is not answered with a result`,
      source: AUTHENTICATION,
      rows: ['authentication-basic', 'credentials-sent'],
      run: async (t) => {
        const made = attempts(ownCredentials(t), t);
        const answers = await Promise.all(
          made.map(async ({ authorization, what }) => ({ what, got: requireHttpAnswer(t, await attempt(t, authorization), what) })),
        );
        for (const { what, got } of answers) {
          t.ok(!givesResult(got), `${what} was answered with a result`, { check: 'let-in' });
          t.ok(
            !/^Basic(?=\s|$)/i.test(got.headers['www-authenticate'] ?? '') || /realm\s*=/i.test(got.headers['www-authenticate'] ?? ''),
            `the challenge in the answer to ${what} has no realm`,
            { check: 'realm', evidence: 'standard', source: 'RFC 7617, section 2' },
          );
          if (got.status === 401)
            t.ok((got.headers['www-authenticate'] ?? '') !== '', `${what} was answered with HTTP 401 without the field WWW-Authenticate`, {
              check: 'challenge',
              evidence: 'standard',
              source: 'RFC 9110, section 11.6.1',
            });
        }
        const shorts = [...new Set(answers.map(({ got }) => inShort(got)))].sort().join('; ');
        t.observe('answer', shorts, `${title.toLowerCase()}: ${shorts}`);
        await stillServes(t);
      },
    }),
  ),
  envelopeCase({
    slug: 'authentication/not-carried-out',
    title: 'A call without credentials has no effect',
    source: AUTHENTICATION,
    rows: ['authentication-basic'],
    effect: ['network'],
    uses: ['setban', 'listbanned'],
    run: async (t) => {
      ownCredentials(t);
      const subnet = `203.0.113.${t.random.integer(1, 254)}/32`; // reserved for documentation: RFC 5737
      const got = requireHttpAnswer(
        t,
        await post(t, callBody({ id: t.random.word(8), method: 'setban', params: [subnet, 'add', 600] }), { credentials: null }),
        'setban without credentials',
      );
      t.ok(!givesResult(got), 'setban without credentials was answered with a result', { check: 'let-in' });
      const banned = await t.result('listbanned');
      const carriedOut = stringify(banned).includes(JSON.stringify(subnet));
      if (carriedOut) await t.world.result('setban', [subnet, 'remove']);
      t.ok(!carriedOut, `setban without credentials banned ${subnet}`, { check: 'carried-out' });
    },
  }),
  envelopeCase({
    slug: 'authentication/each-call',
    title: 'Credentials authorise their own call only, not later calls over the connection',
    source: AUTHENTICATION,
    rows: ['authentication-basic'],
    run: async (t) => {
      ownCredentials(t);
      const parts = [undefined, null].map((authorization) =>
        requestText(t, { body: callBody({ id: t.random.word(8) }), ...(authorization === null && { authorization }) }),
      );
      const talked = await httpTalk(t, { parts, pauseMs: 150, answers: 2, timeoutMs: 1_500 });
      resultOf(t, gotAnswer(firstAnswer(t, talked, 'a call with credentials')), 'a call with credentials');
      const second = talked.final[1];
      if (second)
        t.ok(
          !givesResult(gotAnswer(second)),
          'a call without credentials was answered with a result over a connection on which an earlier call had credentials',
          { check: 'let-in' },
        );
      await stillServes(t);
    },
  }),
  envelopeCase({
    slug: 'authentication/scheme-letter-case',
    title: 'The name of the authentication scheme is accepted in any letter case',
    source: 'RFC 9110, section 11.1',
    rows: ['authentication-basic'],
    run: async (t) => {
      const { user, password } = ownCredentials(t);
      for (const scheme of ['basic', 'BASIC']) {
        resultOf(t, await attempt(t, `${scheme} ${base64(`${user}:${password}`)}`), `a call whose scheme is written ${scheme}`);
      }
    },
  }),
  envelopeCase({
    slug: 'authentication/two-spaces',
    title: 'Several spaces between the scheme and the credentials are accepted',
    source: 'RFC 9110, section 11.4',
    rows: ['authentication-basic'],
    run: async (t) => {
      const { user, password } = ownCredentials(t);
      resultOf(t, await attempt(t, `Basic   ${base64(`${user}:${password}`)}`), 'a call with three spaces after the scheme');
    },
  }),
];

function ownCredentials(t: Trial): Credentials {
  return t.node.credentials ?? t.inapplicable('no credentials are configured for this node');
}

function attempt(t: Trial, authorization: string | null): Promise<Got> {
  const body = callBody({ id: t.random.word(8) });
  if (authorization === null) return post(t, body, { credentials: null });
  return post(t, body, { headers: { ...TEXT_PLAIN, authorization } });
}

function basic(user: string, password: string): string {
  return `Basic ${base64(`${user}:${password}`)}`;
}

function swapCase(text: string): string {
  return Array.from(text, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('');
}
