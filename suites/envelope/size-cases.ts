import type { Case } from '../../engine/case.ts';
import { inShort } from './answer.ts';
import { callBody, observeBody, stillServes } from './exchange.ts';
import { CALL_ENVELOPE, envelopeCase } from './envelope-case.ts';
import { gotAnswer, httpTalk, requestText, type Talked } from './http-talk.ts';

const MIB = 1_048_576;

/** Large, deeply nested or slow calls: the documents state no limit; the node must keep answering calls. */
export const sizeCases: readonly Case[] = [
  envelopeCase({
    slug: 'size/body-1-mib',
    title: 'The node still answers calls after a body of 1 MiB',
    source: CALL_ENVELOPE,
    danger: 'size',
    run: (t) => observeBody(t, 'a body of 1 MiB', `${callBody({ id: t.random.word(8) })}${' '.repeat(MIB)}`),
  }),
  envelopeCase({
    slug: 'size/body-33-mib',
    title: 'The node still answers calls after a body of 33 MiB',
    source: CALL_ENVELOPE,
    danger: 'size',
    run: async (t) => {
      const call = callBody({ id: t.random.word(8) });
      const head = requestText(t, { body: '', framing: [`Content-Length: ${33 * MIB}`], more: ['Connection: close'] });
      // A node that refuses such a length answers after the head; the rest is sent only to a node that accepts it. One that had no
      // time to refuse closes the connection on what is still sent, and its answer is lost: it is given more time then.
      const talk = (pauseMs: number): Promise<Talked> =>
        httpTalk(t, {
          parts: [`${head}${call}`, Buffer.alloc(33 * MIB - call.length, ' ')],
          pauseMs,
          timeoutMs: 10_000 + pauseMs,
        });
      let talked = await talk(200);
      for (const pauseMs of [2_000, 8_000]) if (talked.final.length === 0 && talked.ending === 'reset') talked = await talk(pauseMs);
      const [answer] = talked.final;
      const came = answer ? `HTTP ${answer.status}` : `no answer (${talked.ending})`;
      if (!answer) t.dependsOn('time');
      t.observe('answer', came, `a body of 33 MiB: ${came}`);
      await stillServes(t);
    },
  }),
  envelopeCase({
    slug: 'size/length-beyond-64-bits',
    title: 'The node still answers calls after a Content-Length above 64 bits',
    source: CALL_ENVELOPE,
    danger: 'size',
    run: async (t) => {
      const talked = await httpTalk(t, {
        parts: [requestText(t, { body: callBody({ id: t.random.word(8) }), framing: ['Content-Length: 99999999999999999999999'] })],
        timeoutMs: 1_000,
      });
      const [answer] = talked.final;
      const came = answer ? inShort(gotAnswer(answer)) : `no answer (${talked.ending})`;
      t.observe('answer', came, `a Content-Length above 64 bits: ${came}`);
      await stillServes(t);
    },
  }),
  ...[500, 100_000].map((depth) =>
    envelopeCase({
      slug: `size/depth-${depth}`,
      title: `The node still answers calls after arguments nested ${depth} levels deep`,
      source: CALL_ENVELOPE,
      danger: 'depth',
      run: (t) =>
        observeBody(
          t,
          `arguments nested ${depth} levels deep`,
          callBody({ id: t.random.word(8), params: ['@'] }).replace('"@"', `${'['.repeat(depth)}${']'.repeat(depth)}`),
        ),
    }),
  ),
  envelopeCase({
    slug: 'size/open-brackets',
    title: 'The node still answers calls after a million opening brackets',
    source: CALL_ENVELOPE,
    danger: 'depth',
    run: (t) => observeBody(t, 'a million opening brackets', '['.repeat(1_000_000)),
  }),
  envelopeCase({
    slug: 'size/arguments-100000',
    title: 'The node still answers calls after a call with 100,000 arguments',
    source: CALL_ENVELOPE,
    danger: 'size',
    run: (t) =>
      observeBody(t, 'a call with 100,000 arguments', callBody({ id: t.random.word(8), params: Array.from({ length: 100_000 }, () => 0) })),
  }),
  envelopeCase({
    slug: 'size/slow-head',
    title: 'The node answers other calls during a request that is sent slowly',
    source: CALL_ENVELOPE,
    run: async (t) => {
      const text = requestText(t, { body: callBody({ id: t.random.word(8) }) });
      const parts = [text.slice(0, 8), text.slice(8, 20), text.slice(20, 50), text.slice(50, -20), text.slice(-20, -1), text.slice(-1)];
      const slow = httpTalk(t, { parts, pauseMs: 80, timeoutMs: 2_000 });
      await stillServes(t); // one slow client must not delay another
      const { final, ending } = await slow;
      const came = final[0] ? inShort(gotAnswer(final[0])) : `no answer (${ending})`;
      t.observe('answer', came, `a request that is sent slowly: ${came}`);
      await stillServes(t);
    },
  }),
];
