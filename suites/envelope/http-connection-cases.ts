import type { Wire } from '../../specs/model/wire.ts';
import type { Case } from '../../engine/case.ts';
import { envelopeOf } from './answer.ts';
import { callBody, resultOf, stillServes } from './exchange.ts';
import { envelopeCase } from './envelope-case.ts';
import { valuesOf, type HttpAnswer } from './http-answers.ts';
import { firstAnswer, gotAnswer, httpTalk, requestText } from './http-talk.ts';

/** Cases with several calls over one connection. */
export const httpConnectionCases: readonly Case[] = [
  envelopeCase({
    slug: 'http/keep-alive',
    title: 'A second call over the same connection is answered, unless the first answer announced Connection: close',
    source: 'RFC 9112, section 9.3',
    run: async (t) => {
      const [first, second] = [t.random.word(8), t.random.word(8)];
      const parts = [first, second].map((id) => requestText(t, { body: callBody({ id }) }));
      const talked = await httpTalk(t, { parts, pauseMs: 150, answers: 2 });
      const answer = firstAnswer(t, talked, 'the first call over a connection');
      resultOf(t, gotAnswer(answer), 'the first call over a connection');
      t.equal(idOf(answer), first, 'the id of the first answer', { path: 'id', check: 'foreign-id' });
      if (announcesClose(answer)) return t.observe('connection', 'close', 'the node closes the connection after every answer');
      const next = talked.final[1];
      if (
        !t.ok(
          next !== undefined,
          `the second call over a connection was not answered (${talked.ending}), and the first answer did not announce Connection: close`,
          { check: 'not-kept' },
        ) ||
        !next
      )
        return;
      resultOf(t, gotAnswer(next), 'the second call over a connection');
      t.equal(idOf(next), second, 'the id of the second answer', { path: 'id', check: 'foreign-id' });
    },
  }),
  envelopeCase({
    slug: 'http/pipeline',
    title: 'Pipelined calls are answered in their order',
    source: 'RFC 9112, section 9.3.2',
    uses: ['getblockcount', 'getblockhash'],
    run: async (t) => {
      const sent = ['getblockcount', 'getblockhash', 'getblockcount', 'getblockcount'].map((method) => ({
        id: t.random.word(8),
        method,
        params: method === 'getblockhash' ? [0] : [],
      }));
      const talked = await httpTalk(t, {
        parts: [sent.map((call) => requestText(t, { body: callBody(call) })).join('')],
        answers: sent.length,
        timeoutMs: 1_500,
      });
      firstAnswer(t, talked, 'pipelined calls');
      for (const [index, answer] of talked.final.entries()) {
        if (answer.complete) t.equal(idOf(answer), sent[index]?.id, `the id of answer ${index + 1}`, { path: 'id', check: 'order' });
      }
      t.observe('answers', String(talked.final.length), `${talked.final.length} of ${sent.length} pipelined calls were answered`);
    },
  }),
  envelopeCase({
    slug: 'http/close',
    title: 'After a call with Connection: close the connection is closed, and no further call over it is answered',
    source: 'RFC 9112, section 9.6',
    run: async (t) => {
      const last = requestText(t, { body: callBody({ id: t.random.word(8) }), more: ['Connection: close'] });
      const further = requestText(t, { body: callBody({ id: t.random.word(8) }) });
      const talked = await httpTalk(t, { parts: [last, further], pauseMs: 200, answers: 0, timeoutMs: 2_000 });
      resultOf(t, gotAnswer(firstAnswer(t, talked, 'a call with Connection: close')), 'a call with Connection: close');
      t.equal(talked.final.length, 1, 'the number of answers over a connection whose first call had Connection: close', {
        check: 'served-on',
      });
      t.ok(
        talked.ending === 'closed' || talked.ending === 'reset',
        'the node did not close the connection within 2 s after a call with Connection: close',
        { check: 'not-closed' },
      );
    },
  }),
  envelopeCase({
    slug: 'http/close-in-capitals',
    title: 'The connection option close is recognised in any letter case',
    source: 'RFC 9110, section 7.6.1',
    run: async (t) => {
      const talked = await httpTalk(t, {
        parts: [requestText(t, { body: callBody({ id: t.random.word(8) }), more: ['CONNECTION: Close'] })],
        answers: 0,
        timeoutMs: 2_000,
      });
      resultOf(t, gotAnswer(firstAnswer(t, talked, 'a call with Connection: Close')), 'a call with Connection: Close');
      t.ok(
        talked.ending === 'closed' || talked.ending === 'reset',
        'the node did not close the connection within 2 s after a call with CONNECTION: Close',
        { check: 'not-closed' },
      );
    },
  }),
  envelopeCase({
    slug: 'http/in-pieces',
    title: 'A call that is sent in many small pieces is answered',
    source: 'RFC 9112, section 2.2',
    run: async (t) => {
      const id = t.random.word(8);
      const text = requestText(t, { body: callBody({ id }) });
      const size = Math.ceil(text.length / 20);
      const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size));
      const answer = firstAnswer(t, await httpTalk(t, { parts, pauseMs: 10 }), 'a call in many pieces');
      resultOf(t, gotAnswer(answer), 'a call in many pieces');
      t.equal(idOf(answer), id, 'the id of the answer', { path: 'id', check: 'foreign-id' });
    },
  }),
  envelopeCase({
    slug: 'http/abandoned',
    title: 'The node still answers calls after a client disconnects in the middle of a request',
    source: 'RFC 9112, section 9.5',
    run: async (t) => {
      const text = requestText(t, { body: callBody({ id: t.random.word(8) }) });
      for (const cut of [10, text.length - 5]) await httpTalk(t, { parts: [text.slice(0, cut)], timeoutMs: 100 });
      await stillServes(t);
    },
  }),
  envelopeCase({
    slug: 'http/silent-connections',
    title: 'Idle connections do not prevent calls over other connections',
    source: 'RFC 9112, section 9.5',
    run: async (t) => {
      const silent = Array.from({ length: 20 }, () => httpTalk(t, { parts: [], timeoutMs: 400 }));
      await stillServes(t);
      await Promise.all(silent);
      await stillServes(t);
    },
  }),
];

function idOf(answer: HttpAnswer): Wire | undefined {
  return envelopeOf(gotAnswer(answer))?.['id'];
}

function announcesClose(answer: HttpAnswer): boolean {
  return valuesOf(answer, 'connection').some((value) => /(^|[,\s])close($|[,\s])/i.test(value)) || answer.version === 'HTTP/1.0';
}
