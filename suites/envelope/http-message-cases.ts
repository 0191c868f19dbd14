import type { Trial } from '../../engine/trial.ts';
import type { Case } from '../../engine/case.ts';
import { callBody, resultOf, stillServes } from './exchange.ts';
import { envelopeCase } from './envelope-case.ts';
import { STATUS_LINE, valuesOf, type HttpAnswer } from './http-answers.ts';
import { firstAnswer, gotAnswer, httpTalk, requestText, type RequestLines } from './http-talk.ts';

/** The form of a date that a server must send: RFC 9110, section 5.6.7. */
const IMF_FIXDATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Calls whose answers differ in status and size. */
const calls: readonly {
  readonly slug: string;
  readonly what: string;
  readonly lines: (id: string) => Partial<RequestLines> & { readonly body: string };
}[] = [
  { slug: 'of-success', what: 'a successful call', lines: (id) => ({ body: callBody({ id }) }) },
  { slug: 'of-refusal', what: 'a refused call', lines: (id) => ({ body: callBody({ id, method: 'getblockhash' }) }) },
  {
    slug: 'of-unknown-path',
    what: 'a call to an unknown path',
    lines: (id) => ({ start: 'POST /nosuch HTTP/1.1', body: callBody({ id }) }),
  },
  {
    slug: 'of-no-credentials',
    what: 'a call without credentials',
    lines: (id) => ({ authorization: null, body: callBody({ id }) }),
  },
];

/** Cases about the form of an HTTP answer, byte by byte. */
export const httpMessageCases: readonly Case[] = [
  ...calls.map(({ slug, what, lines }) =>
    envelopeCase({
      slug: `http/status-line/${slug}`,
      title: `The answer to ${what} begins with a status line`,
      source: 'RFC 9112, section 4',
      run: async (t) => {
        const talked = await httpTalk(t, { parts: [requestText(t, lines(t.random.word(8)))] });
        if (talked.answers.length === 0 && talked.rest.length > 0) {
          const [line = ''] = talked.rest.toString('latin1', 0, 200).split('\r\n', 1);
          t.ok(STATUS_LINE.test(line), `the answer to ${what} begins with ${JSON.stringify(line)}, expected a status line`, {
            check: 'status-line',
          });
          return;
        }
        const { status, statusLine } = firstAnswer(t, talked, what);
        t.ok(
          status >= 200 && status <= 599,
          `the answer to ${what} has the status line ${JSON.stringify(statusLine)}, expected a status from 200 to 599`,
          { check: 'status', source: 'RFC 9110, section 15' },
        );
      },
    }),
  ),
  ...calls.map(({ slug, what, lines }) =>
    envelopeCase({
      slug: `http/content-length/${slug}`,
      title: `The answer to ${what} has the length that it announces`,
      source: 'RFC 9112, section 6.2',
      run: async (t) => {
        const request = lines(t.random.word(8));
        const talked = await httpTalk(t, {
          parts: [requestText(t, { ...request, more: ['Connection: close'] })],
          answers: 0,
          timeoutMs: 2_000,
        });
        lengthHolds(t, firstAnswer(t, talked, what), talked.rest.length, what);
      },
    }),
  ),
  envelopeCase({
    slug: 'http/date',
    title: 'An answer has one Date field in the form of HTTP',
    source: 'RFC 9110, section 6.6.1',
    run: async (t) => {
      const answer = firstAnswer(
        t,
        await httpTalk(t, { parts: [requestText(t, { body: callBody({ id: t.random.word(8) }) })] }),
        'getblockcount',
      );
      const dates = valuesOf(answer, 'date');
      t.equal(dates.length, 1, 'the number of Date fields of an answer', { check: 'date' });
      for (const date of dates)
        t.ok(
          IMF_FIXDATE.test(date),
          `the date of an answer is ${JSON.stringify(date)}, expected the form "Sun, 06 Nov 1994 08:49:37 GMT"`,
          { check: 'date-form', source: 'RFC 9110, section 5.6.7' },
        );
    },
  }),
  envelopeCase({
    slug: 'http/version/1.0',
    title: 'The answer to an HTTP/1.0 request is not chunked',
    source: 'RFC 9112, section 6.1',
    run: async (t) => {
      const parts = [requestText(t, { start: 'POST / HTTP/1.0', body: callBody({ id: t.random.word(8) }) })];
      const answer = firstAnswer(t, await httpTalk(t, { parts, answers: 0, timeoutMs: 2_000 }), 'an HTTP/1.0 request');
      t.equal(valuesOf(answer, 'transfer-encoding').length, 0, 'the number of Transfer-Encoding fields in an answer to HTTP/1.0', {
        check: 'transfer-encoding',
      });
      const outcome = answer.status === 200 ? 'HTTP 200' : `HTTP ${answer.status}`;
      t.observe('answer', outcome, `an HTTP/1.0 request was answered with ${outcome}`);
      await stillServes(t);
    },
  }),
  envelopeCase({
    slug: 'http/version/1.9',
    title: 'The answer to an HTTP/1.9 request is of version HTTP/1.1 or HTTP/1.0',
    source: 'RFC 9110, section 2.5',
    run: async (t) => {
      const parts = [requestText(t, { start: 'POST / HTTP/1.9', body: callBody({ id: t.random.word(8) }) })];
      const { version } = firstAnswer(t, await httpTalk(t, { parts }), 'an HTTP/1.9 request');
      t.ok(
        version === 'HTTP/1.1' || version === 'HTTP/1.0',
        `the answer to an HTTP/1.9 request is of version ${version}, expected HTTP/1.1 or HTTP/1.0`,
        { check: 'version' },
      );
      await stillServes(t);
    },
  }),
  envelopeCase({
    slug: 'http/interim',
    title: 'A request with Expect: 100-continue gets status 100 or a final answer before its body is sent',
    source: 'RFC 9110, section 10.1.1',
    run: async (t) => {
      const body = callBody({ id: t.random.word(8) });
      const head = requestText(t, { body: '', framing: [`Content-Length: ${body.length}`], more: ['Expect: 100-continue'] });
      const asked = await httpTalk(t, { parts: [head], timeoutMs: 700 });
      t.ok(
        asked.answers.length > 0,
        'a request with Expect: 100-continue got neither status 100 nor a final answer before its body was sent',
        {
          check: 'no-leave',
        },
      );
      const whole = await httpTalk(t, { parts: [head, body], pauseMs: 50 });
      const final = firstAnswer(t, whole, 'a request with Expect: 100-continue');
      if (final.status !== 417) resultOf(t, gotAnswer(final), 'a request with Expect: 100-continue');
    },
  }),
];

/** RFC 9112, section 6: either a correct length or complete chunks, never both. */
function lengthHolds(t: Trial, answer: HttpAnswer, restBytes: number, what: string): void {
  const lengths = valuesOf(answer, 'content-length');
  const coded = valuesOf(answer, 'transfer-encoding').length > 0;
  t.ok(!(coded && lengths.length > 0), `the answer to ${what} has both Content-Length and Transfer-Encoding`, {
    check: 'both-lengths',
  });
  t.ok(
    lengths.length <= 1 && lengths.every((length) => /^\d+$/.test(length)),
    `the answer to ${what} has the Content-Length ${JSON.stringify(lengths.join(', '))}, expected one number`,
    { check: 'length-form', source: 'RFC 9110, section 8.6' },
  );
  if (answer.framing === 'until-close') return;
  t.ok(
    answer.complete,
    `the body of the answer to ${what} ended after ${answer.body.length} bytes, expected ${lengths[0] ?? 'a last chunk'}`,
    {
      check: 'too-short',
      source: 'RFC 9112, section 6.3',
    },
  );
  t.ok(
    restBytes === 0,
    `the body of the answer to ${what} is followed by ${restBytes} more bytes, expected its end after ${lengths[0] ?? 'the last chunk'}`,
    {
      check: 'too-long',
      source: 'RFC 9110, section 8.6',
    },
  );
}
