import type { Case, Danger } from '../../engine/types.ts';
import { givesResult, inShort } from './answer.ts';
import { callBody, heard, post, stillServes } from './exchange.ts';
import { CALL_ENVELOPE, envelopeCase } from './envelope-case.ts';
import { valuesOf } from './http-answers.ts';
import { firstAnswer, gotAnswer, httpTalk, requestText } from './http-talk.ts';

/** Verbs that are not POST; a call is made by POST alone (document 1, Call envelope). */
const otherVerbs = ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'BREW', 'post'];

/** Paths beside the base URL; the documents show none. */
const paths: readonly { readonly slug: string; readonly path: string; readonly danger?: Danger }[] = [
  { slug: 'unknown', path: '/nosuch' },
  { slug: 'two-slashes', path: '//' },
  { slug: 'query', path: '/?a=b' },
  { slug: 'dots', path: '/nosuch/..' },
  { slug: 'escaped', path: '/%2e' },
  { slug: 'wallet-without-name', path: '/wallet/' },
  { slug: 'wallet-unknown', path: '/wallet/nosuchwallet' },
  { slug: 'rest', path: '/rest/chaininfo.json' },
  { slug: 'long', path: `/${'a'.repeat(2_000)}`, danger: 'size' },
];

const contentTypes: readonly { readonly slug: string; readonly headers: Readonly<Record<string, string>> }[] = [
  { slug: 'left-out', headers: {} },
  { slug: 'json', headers: { 'content-type': 'application/json' } },
  { slug: 'charset', headers: { 'content-type': 'text/plain; charset=utf-8' } },
  { slug: 'form', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  { slug: 'nonsense', headers: { 'content-type': 'nosuch' } },
];

export const httpVerbCases: readonly Case[] = [
  ...otherVerbs.map((verb) =>
    envelopeCase({
      slug: `http/verb/${verb === 'post' ? 'post-in-lower-case' : verb}`,
      title: `${verb} is not answered as a call`,
      source: CALL_ENVELOPE,
      rows: ['verb-post'],
      run: async (t) => {
        const parts = [requestText(t, { start: `${verb} / HTTP/1.1`, body: callBody({ id: t.random.word(8) }) })];
        const answer = firstAnswer(t, await httpTalk(t, { parts, bodiless: verb === 'HEAD' }), verb);
        const got = gotAnswer(answer);
        t.ok(!givesResult(got), `${verb} was answered with a result, but a method is called by POST`, { check: 'verb' });
        t.observe('answer', inShort(got), `${verb} was answered with ${inShort(got)}`);
        await stillServes(t);
      },
    }),
  ),
  envelopeCase({
    slug: 'http/head-has-no-body',
    title: 'An answer to HEAD has no body',
    source: 'RFC 9110, section 9.3.2',
    run: async (t) => {
      const parts = [requestText(t, { start: 'HEAD / HTTP/1.1', framing: [], more: ['Connection: close'], body: '' })];
      const talked = await httpTalk(t, { parts, bodiless: true, answers: 0, timeoutMs: 2_000 });
      firstAnswer(t, talked, 'HEAD');
      t.ok(
        talked.rest.length === 0,
        `the answer to HEAD has a body of ${talked.rest.length} bytes: ${JSON.stringify(talked.rest.toString('latin1', 0, 60))}`,
        { check: 'head-body' },
      );
      await stillServes(t);
    },
  }),
  envelopeCase({
    slug: 'http/allow',
    title: 'An answer 405 says which verbs are allowed',
    source: 'RFC 9110, section 15.5.6',
    run: async (t) => {
      for (const verb of ['GET', 'PUT', 'DELETE']) {
        const answer = firstAnswer(t, await httpTalk(t, { parts: [requestText(t, { start: `${verb} / HTTP/1.1`, body: '' })] }), verb);
        if (answer.status === 405)
          t.ok(valuesOf(answer, 'allow').length > 0, `${verb} was answered with 405 and without the field Allow`, {
            check: 'allow',
          });
      }
    },
  }),
  ...paths.map(({ slug, path, danger }) =>
    envelopeCase({
      slug: `http/path/${slug}`,
      danger,
      title: `What becomes of a call to ${path.slice(0, 30)}`,
      source: CALL_ENVELOPE,
      run: async (t) => {
        const got = await post(t, callBody({ id: t.random.word(8) }), { path });
        t.observe('answer', inShort(got), `a call to ${path.slice(0, 30)} was answered with ${inShort(got)}`);
        await stillServes(t);
      },
    }),
  ),
  ...contentTypes.map(({ slug, headers }) =>
    envelopeCase({
      slug: `http/content-type/${slug}`,
      title: `What becomes of a call with the content type ${headers['content-type'] ?? 'left out'}`,
      source: CALL_ENVELOPE,
      run: async (t) => {
        const got = await post(t, callBody({ id: t.random.word(8) }), { headers });
        t.observe(
          'answer',
          inShort(got),
          `a call with the content type ${headers['content-type'] ?? 'left out'} was answered with ${inShort(got)}`,
        );
        await stillServes(t);
      },
    }),
  ),
  envelopeCase({
    slug: 'http/content-type/letter-case',
    title: 'The content type may be written in capitals',
    source: 'RFC 9110, section 8.3.1',
    rows: ['header-content-type'],
    run: async (t) => {
      const got = heard(
        t,
        await post(t, callBody({ id: t.random.word(8) }), { headers: { 'content-type': 'Text/PLAIN' } }),
        'a call of type Text/PLAIN',
      );
      t.ok(
        givesResult(got),
        `a call with the content type Text/PLAIN was answered with ${inShort(got)}, expected a result as with text/plain`,
      );
    },
  }),
];
