import type { Wire } from '../../specs/model/wire.ts';
import type { Random } from '../../fixtures/world/random.ts';
import type { Case } from '../../engine/case.ts';
import { show } from '../../engine/show.ts';
import { envelopeOf, givesResult, inShort, readJson } from './answer.ts';
import { answerOf, bodyOf, callBody, post, resultOf, stillServes } from './exchange.ts';
import { CALL_ENVELOPE, envelopeCase } from './envelope-case.ts';

/** JSON-RPC 1.0: an answer has the id of its request. */
const RESPONSE = 'JSON-RPC 1.0 specification, section 1.2';

/**
 * Strings that a client may choose (document 1, Call envelope). `limited`: a node may refuse it, since RFC 8259, section 9
 * allows limits on the length of strings and on the characters in them.
 */
const ids: readonly {
  readonly slug: string;
  readonly what: string;
  readonly make: (random: Random) => string;
  readonly limited?: true;
}[] = [
  { slug: 'word', what: 'a word', make: (random) => random.word(12) },
  { slug: 'empty', what: 'the empty string', make: () => '' },
  { slug: 'spaces', what: 'spaces around a word', make: (random) => `  ${random.word(4)} ` },
  { slug: 'digits', what: 'a string of digits', make: (random) => String(random.integer(1, 1e6)) },
  { slug: 'leading-zeros', what: 'digits that begin with zeros', make: (random) => `000${random.integer(1, 999)}` },
  { slug: 'literal-null', what: 'the string "null"', make: () => 'null' },
  { slug: 'literal-true', what: 'the string "true"', make: () => 'true' },
  { slug: 'quotes', what: 'quotation marks', make: (random) => `"${random.word(4)}"'` },
  { slug: 'backslashes', what: 'backslashes', make: (random) => `\\${random.word(3)}\\n\\u0041\\\\` },
  { slug: 'slashes', what: 'slashes and markup', make: (random) => `</${random.word(3)}>&amp;//` },
  { slug: 'json', what: 'a JSON text', make: (random) => `{"id":"${random.word(4)}","result":[1]}` },
  { slug: 'controls', what: 'control characters', make: () => '\b\t\n\f\r\u0001\u001f\u007f' },
  { slug: 'line-separators', what: 'line and paragraph separators', make: () => '\u2028\u2029\u0085' },
  { slug: 'accents', what: 'accents, composed and combining', make: () => 'é e\u0301 ñ n\u0303' },
  { slug: 'scripts', what: 'letters of many scripts', make: () => 'Ω я א ع अ 漢 한 ไ' },
  { slug: 'emoji', what: 'characters outside the basic multilingual plane', make: () => '🪙👩‍🔬𝔘\u{10ffff}' },
  { slug: 'right-to-left', what: 'direction marks and zero-width characters', make: () => '\u202eabc\u200f\u200b\ufeff' },
  { slug: 'noncharacters', what: 'noncharacter code points', make: () => '\ufffd\uffff\ufdd0', limited: true },
  { slug: 'nul', what: 'the character NUL', make: (random) => `${random.word(3)}\u0000${random.word(3)}`, limited: true },
  { slug: 'long', what: 'a string of 1,000 characters', make: (random) => random.word(1_000) },
  { slug: 'very-long', what: 'a string of 64 KiB', make: (random) => random.word(65_536), limited: true },
];

/** Ids that are not strings, contrary to the documents. */
const otherIds: readonly { readonly slug: string; readonly id: Wire | undefined }[] = [
  { slug: 'number', id: 7 },
  { slug: 'negative', id: -1 },
  { slug: 'large-number', id: 9_007_199_254_740_991 },
  { slug: 'boolean', id: true },
  { slug: 'null', id: null },
  { slug: 'object', id: { a: [1] } },
  { slug: 'array', id: ['a', 1] },
  { slug: 'left-out', id: undefined },
];

/** Cases about the id of a call and of its answer. */
export const idCases: readonly Case[] = [
  ...ids.map(({ slug, what, make, limited }) =>
    envelopeCase({
      slug: `id/${slug}`,
      title: `An answer has the id of its call when the id contains ${what}`,
      source: RESPONSE,
      rows: ['member-id'],
      run: async (t) => {
        const id = make(t.random);
        const got = await post(t, callBody({ id }));
        if (limited && !givesResult(got)) {
          t.observe('answer', inShort(got), `a call whose id contains ${what} was answered with ${inShort(got)}`);
          return stillServes(t);
        }
        resultOf(t, got, `a call whose id contains ${what}`);
        t.equal(envelopeOf(got)?.['id'], id, 'the id of the answer', { path: 'id', check: 'foreign-id' });
      },
    }),
  ),
  envelopeCase({
    slug: 'id/escaped',
    title: 'An answer has the id of its call when the id is written with JSON escapes',
    source: RESPONSE,
    rows: ['member-id'],
    run: async (t) => {
      const word = t.random.word(6);
      const got = await post(t, callBody({ id: word }).replace(`"${word}"`, `"${escaped(word)}\\/\\ud83e\\ude99"`));
      resultOf(t, got, 'a call whose id is written with escapes');
      t.equal(envelopeOf(got)?.['id'], `${word}/🪙`, 'the id of the answer', { path: 'id', check: 'foreign-id' });
    },
  }),
  envelopeCase({
    slug: 'id/of-an-error',
    title: 'The answer to a refused call has the id of the call',
    source: RESPONSE,
    rows: ['member-id'],
    uses: ['getblockhash'],
    run: async (t) => {
      const id = `${t.random.word(6)} "🪙"`;
      const answer = answerOf(t, await post(t, callBody({ id, method: 'getblockhash' })), 'getblockhash without its height');
      t.equal(answer['id'], id, 'the id of the answer to a refused call', { path: 'id', check: 'foreign-id' });
    },
  }),
  envelopeCase({
    slug: 'id/of-two-calls',
    title: 'Two concurrent calls are each answered with their own id',
    source: RESPONSE,
    rows: ['member-id'],
    uses: ['getblockcount', 'getblockhash'],
    run: async (t) => {
      const ask = async (method: string, params: Wire[]): Promise<void> => {
        const id = t.random.word(12);
        const got = await post(t, callBody({ id, method, params }));
        resultOf(t, got, `${method} concurrent with another call`);
        t.equal(envelopeOf(got)?.['id'], id, `the id of the answer to ${method}`, { path: 'id', check: 'foreign-id' });
      };
      await Promise.all([ask('getblockcount', []), ask('getblockhash', [0]), ask('getblockcount', [])]);
    },
  }),
  ...otherIds.map(({ slug, id }) =>
    envelopeCase({
      slug: `id/other/${slug}`,
      title: `The node still answers calls after a call ${id === undefined ? 'without an id' : `with the id ${show(id)}`}`,
      source: CALL_ENVELOPE,
      run: async (t) => {
        const got = await post(t, bodyOf({ jsonrpc: '1.0', id, method: 'getblockcount', params: [] }));
        const back = envelopeOf(got) ? `, id ${show(envelopeOf(got)?.['id'])}` : '';
        t.observe(
          'answer',
          `${inShort(got)}${back}`,
          `a call with ${id === undefined ? 'no id' : `the id ${show(id)}`} was answered with ${inShort(got)}${back}`,
        );
        await stillServes(t);
      },
    }),
  ),
  envelopeCase({
    slug: 'id/of-broken-json',
    title: 'The node still answers calls after an unreadable body, and the id in its answer is recorded',
    source: CALL_ENVELOPE,
    run: async (t) => {
      const got = await post(t, `${callBody({ id: t.random.word(8) }).slice(0, -1)},`);
      const id = (readJson(got.body) as { readonly id?: Wire } | null | undefined)?.id;
      t.observe(
        'answer',
        `${inShort(got)}, id ${typeof id === 'string' ? 'a string' : show(id)}`,
        `an unreadable body was answered with ${inShort(got)} and the id ${show(id)}`,
      );
      await stillServes(t);
    },
  }),
];

function escaped(text: string): string {
  return Array.from(text, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}
