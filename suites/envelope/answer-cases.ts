import { isUtf8 } from 'node:buffer';
import type { Wire } from '../../specs/model/wire.ts';
import type { Trial } from '../../engine/trial.ts';
import type { Case } from '../../engine/case.ts';
import { show } from '../../engine/show.ts';
import { envelopeOf, isMembers, type Members } from './answer.ts';
import { answerOf, bodyOf, callBody, requireHttpAnswer, post, stillServes } from './exchange.ts';
import { envelopeCase } from './envelope-case.ts';
import { firstAnswer, httpTalk, requestText } from './http-talk.ts';

const RESPONSE = 'JSON-RPC 1.0 specification, section 1.2';

/** The form of an answer in JSON-RPC 1.0, the version that document 1 names. */
export const answerCases: readonly Case[] = [
  envelopeCase({
    slug: 'answer/of-success',
    title: 'The answer to a successful call has a result, error null and the id',
    source: RESPONSE,
    rows: ['member-jsonrpc'],
    run: async (t) => {
      const id = t.random.word(12);
      const answer = answerOf(t, await post(t, callBody({ id })), 'getblockcount');
      hasMembers(t, answer);
      t.ok((answer['result'] ?? null) !== null, 'the result of a successful call is null, expected a value', { path: 'result' });
      t.equal(answer['error'], null, 'the error of a successful call', { path: 'error' });
      t.equal(answer['id'], id, 'the id of the answer', { path: 'id', check: 'foreign-id' });
    },
  }),
  envelopeCase({
    slug: 'answer/of-refusal',
    title: 'The answer to a refused call has result null, an error object and the id',
    source: RESPONSE,
    rows: ['member-jsonrpc'],
    uses: ['getblockhash'],
    run: async (t) => {
      const id = t.random.word(12);
      refusal(t, answerOf(t, await post(t, callBody({ id, method: 'getblockhash' })), 'getblockhash without its height'), id);
    },
  }),
  envelopeCase({
    slug: 'answer/of-unknown-method',
    title: 'A call of an unknown method is not answered with a result, and its answer has the same form',
    source: RESPONSE,
    run: async (t) => {
      const id = t.random.word(12);
      const got = requireHttpAnswer(t, await post(t, callBody({ id, method: `no${t.random.word(10)}` })), 'a call of an unknown method');
      const answer = envelopeOf(got);
      if (answer) refusal(t, answer, id);
      else t.observe('answer', `HTTP ${got.status}, no answer object`, 'a call of an unknown method was answered without an answer object');
      await stillServes(t);
    },
  }),
  envelopeCase({
    slug: 'answer/of-broken-json',
    title: 'An unreadable body is not answered with a result',
    source: RESPONSE,
    run: async (t) => {
      const got = requireHttpAnswer(t, await post(t, callBody({ id: t.random.word(8) }).slice(1)), 'an unreadable body');
      const answer = envelopeOf(got);
      if (answer) errorAlone(t, answer);
      await stillServes(t);
    },
  }),
  envelopeCase({
    slug: 'answer/of-notification',
    title: 'An answer to a notification, a call with the id null, has the id null',
    source: 'JSON-RPC 1.0 specification, section 1.3',
    run: async (t) => {
      const got = requireHttpAnswer(
        t,
        await post(t, bodyOf({ jsonrpc: '1.0', id: null, method: 'getblockcount', params: [] })),
        'a notification',
      );
      const answer = envelopeOf(got);
      // In the documents an id is a string, so a node need not support notifications; an answer must have the documented form.
      if (answer) t.equal(answer['id'] ?? null, null, 'the id of the answer to a notification', { path: 'id', check: 'foreign-id' });
      await stillServes(t);
    },
  }),
  envelopeCase({
    slug: 'answer/json-type',
    title: 'An answer to a call arrives, and its content type is recorded',
    source: 'RFC 9110, section 8.3',
    run: async (t) => {
      const got = requireHttpAnswer(t, await post(t, callBody({ id: t.random.word(12) })), 'getblockcount');
      t.observe(
        'content-type',
        got.headers['content-type'] ?? 'none',
        `an answer has the content type ${got.headers['content-type'] ?? 'none'}`,
      );
    },
  }),
  envelopeCase({
    slug: 'answer/utf-8',
    title: 'An answer is UTF-8 without a byte order mark, whatever its content',
    source: 'RFC 8259, section 8.1',
    run: async (t) => {
      const talked = await httpTalk(t, { parts: [requestText(t, { body: callBody({ id: 'é漢🪙\u2028' }) })] });
      const { body } = firstAnswer(t, talked, 'a call whose id is not ASCII');
      t.ok(isUtf8(body), 'the body of the answer is not UTF-8', { check: 'utf-8' });
      t.ok(!body.subarray(0, 3).equals(Buffer.from('\ufeff', 'utf8')), 'the body of the answer begins with a byte order mark', {
        check: 'byte-order-mark',
      });
    },
  }),
];

function refusal(t: Trial, answer: Members, id: string): void {
  hasMembers(t, answer);
  errorAlone(t, answer);
  t.equal(answer['id'], id, 'the id of the answer', { path: 'id', check: 'foreign-id' });
}

function errorAlone(t: Trial, answer: Members): void {
  const error: Wire = answer['error'] ?? null;
  t.equal(answer['result'] ?? null, null, 'the result of a refused call', { path: 'result' });
  t.ok(isMembers(error), `the error of a refused call is ${show(error)}, expected an object`, { path: 'error' });
}

function hasMembers(t: Trial, answer: Members): void {
  for (const name of ['result', 'error', 'id']) t.ok(name in answer, `the answer has no member ${name}`, { path: name, check: 'presence' });
}
