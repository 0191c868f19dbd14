import type { Case, Danger } from '../../engine/case.ts';
import { givesResult, inShort } from './answer.ts';
import { callBody, requireHttpAnswer, post, stillServes } from './exchange.ts';
import { CALL_ENVELOPE, envelopeCase } from './envelope-case.ts';
import { valuesOf } from './http-answers.ts';
import { firstAnswer, gotAnswer, httpTalk, requestText } from './http-talk.ts';

/** Verbs other than POST; a call is made by POST only (document 1, Call envelope). */
const otherVerbs = ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'BREW', 'post'];

/** Paths other than the base URL; the documents show none. */
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
      title: `A ${verb} request is not answered with the result of a call`,
      source: CALL_ENVELOPE,
      rows: ['verb-post'],
      run: async (t) => {
        const parts = [requestText(t, { start: `${verb} / HTTP/1.1`, body: callBody({ id: t.random.word(8) }) })];
        const answer = firstAnswer(t, await httpTalk(t, { parts, bodiless: verb === 'HEAD' }), verb);
        const got = gotAnswer(answer);
        t.ok(!givesResult(got), `a ${verb} request was answered with the result of a call, expected none: a method is called by POST`, {
          check: 'verb',
        });
        t.observe('answer', inShort(got), `a ${verb} request was answered with ${inShort(got)}`);
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
    title: 'An answer with HTTP 405 lists the allowed verbs',
    source: 'RFC 9110, section 15.5.6',
    run: async (t) => {
      for (const verb of ['GET', 'PUT', 'DELETE']) {
        const answer = firstAnswer(t, await httpTalk(t, { parts: [requestText(t, { start: `${verb} / HTTP/1.1`, body: '' })] }), verb);
        if (answer.status === 405)
          t.ok(valuesOf(answer, 'allow').length > 0, `a ${verb} request was answered with HTTP 405 without the field Allow`, {
            check: 'allow',
          });
      }
    },
  }),
  ...paths.map(({ slug, path, danger }) =>
    envelopeCase({
      slug: `http/path/${slug}`,
      danger,
      title: `The node still answers calls after a call to ${path.slice(0, 30)}`,
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
      title: `The node still answers calls after a call with the content type ${headers['content-type'] ?? 'omitted'}`,
      source: CALL_ENVELOPE,
      run: async (t) => {
        const got = await post(t, callBody({ id: t.random.word(8) }), { headers });
        t.observe(
          'answer',
          inShort(got),
          `a call with the content type ${headers['content-type'] ?? 'omitted'} was answered with ${inShort(got)}`,
        );
        await stillServes(t);
      },
    }),
  ),
  envelopeCase({
    slug: 'http/content-type/letter-case',
    title: 'The content type is accepted in any letter case',
    source: 'RFC 9110, section 8.3.1',
    rows: ['header-content-type'],
    run: async (t) => {
      const got = requireHttpAnswer(
        t,
        await post(t, callBody({ id: t.random.word(8) }), { headers: { 'content-type': 'Text/PLAIN' } }),
        'a call with the content type Text/PLAIN',
      );
      t.ok(
        givesResult(got),
        `a call with the content type Text/PLAIN was answered with ${inShort(got)}, expected a result as with text/plain`,
      );
    },
  }),
];
