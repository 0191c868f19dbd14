import type { Trial } from '../../engine/trial.ts';
import type { Case } from '../../engine/types.ts';
import { callBody, resultOf, stillServes } from './exchange.ts';
import { envelopeCase } from './envelope-case.ts';
import { STATUS_LINE, valuesOf, type HttpAnswer } from './http-answers.ts';
import { firstAnswer, gotAnswer, httpTalk, requestText, type RequestLines } from './http-talk.ts';

/** The form that a server has to give a date: RFC 9110, section 5.6.7. */
const IMF_FIXDATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Calls whose answers differ in status and size. */
const calls: readonly {
  readonly slug: string;
  readonly what: string;
  readonly lines: (id: string) => Partial<RequestLines> & { readonly body: string };
}[] = [
  { slug: 'of-success', what: 'a call that succeeds', lines: (id) => ({ body: callBody({ id }) }) },
  { slug: 'of-refusal', what: 'a call that is refused', lines: (id) => ({ body: callBody({ id, method: 'getblockhash' }) }) },
  {
    slug: 'of-unknown-path',
    what: 'a path that nobody has',
    lines: (id) => ({ start: 'POST /nosuch HTTP/1.1', body: callBody({ id }) }),
  },
  {
    slug: 'of-no-credentials',
    what: 'a call without credentials',
    lines: (id) => ({ authorization: null, body: callBody({ id }) }),
  },
];

/** The form of an HTTP answer, byte by byte. */
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
          t.ok(STATUS_LINE.test(line), `${what} was answered with the line ${JSON.stringify(line)}, which is no status line`, {
            check: 'status-line',
          });
          return;
        }
        const { status, statusLine } = firstAnswer(t, talked, what);
        t.ok(
          status >= 200 && status <= 599,
          `${what} was answered with the line ${JSON.stringify(statusLine)}, whose status is none of a final answer`,
          { check: 'status', source: 'RFC 9110, section 15' },
        );
      },
    }),
  ),
  ...calls.map(({ slug, what, lines }) =>
    envelopeCase({
      slug: `http/content-length/${slug}`,
      title: `The answer to ${what} is as long as it says`,
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
    title: 'An answer has a date, in the form that HTTP gives it',
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
    title: 'A request of HTTP/1.0 is not answered in chunks',
    source: 'RFC 9112, section 6.1',
    run: async (t) => {
      const parts = [requestText(t, { start: 'POST / HTTP/1.0', body: callBody({ id: t.random.word(8) }) })];
      const answer = firstAnswer(t, await httpTalk(t, { parts, answers: 0, timeoutMs: 2_000 }), 'a request of HTTP/1.0');
      t.equal(valuesOf(answer, 'transfer-encoding').length, 0, 'the number of Transfer-Encoding fields in an answer to HTTP/1.0', {
        check: 'transfer-encoding',
      });
      const outcome = answer.status === 200 ? 'HTTP 200' : `HTTP ${answer.status}`;
      t.observe('answer', outcome, `a request of HTTP/1.0 was answered with ${outcome}`);
      await stillServes(t);
    },
  }),
  envelopeCase({
    slug: 'http/version/1.9',
    title: 'A later version of HTTP/1 is answered in a version that there is',
    source: 'RFC 9110, section 2.5',
    run: async (t) => {
      const parts = [requestText(t, { start: 'POST / HTTP/1.9', body: callBody({ id: t.random.word(8) }) })];
      const { version } = firstAnswer(t, await httpTalk(t, { parts }), 'a request of HTTP/1.9');
      t.ok(
        version === 'HTTP/1.1' || version === 'HTTP/1.0',
        `a request of HTTP/1.9 was answered as ${version}, which no server can conform to`,
        { check: 'version' },
      );
      await stillServes(t);
    },
  }),
  envelopeCase({
    slug: 'http/interim',
    title: 'A client that waits for leave to send its body gets it, or a final answer',
    source: 'RFC 9110, section 10.1.1',
    run: async (t) => {
      const body = callBody({ id: t.random.word(8) });
      const head = requestText(t, { body: '', framing: [`Content-Length: ${body.length}`], more: ['Expect: 100-continue'] });
      const asked = await httpTalk(t, { parts: [head], timeoutMs: 700 });
      t.ok(asked.answers.length > 0, 'a request with Expect: 100-continue got neither 100 nor a final answer before its body was sent', {
        check: 'no-leave',
      });
      const whole = await httpTalk(t, { parts: [head, body], pauseMs: 50 });
      const final = firstAnswer(t, whole, 'a request with Expect: 100-continue');
      if (final.status !== 417) resultOf(t, gotAnswer(final), 'a request with Expect: 100-continue');
    },
  }),
];

/** RFC 9112, section 6: either a length that is right, or chunks that end, never both. */
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
  t.ok(answer.complete, `the answer to ${what} ended after ${answer.body.length} bytes, but announced ${lengths[0] ?? 'more chunks'}`, {
    check: 'too-short',
    source: 'RFC 9112, section 6.3',
  });
  t.ok(restBytes === 0, `the answer to ${what} announced ${lengths[0] ?? 'its last chunk'}, and ${restBytes} more bytes followed`, {
    check: 'too-long',
    source: 'RFC 9110, section 8.6',
  });
}
