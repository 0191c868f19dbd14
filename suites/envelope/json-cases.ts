import type { Case, Danger } from '../../engine/case.ts';
import { envelopeOf } from './answer.ts';
import { callBody, observeBody, post, resultOf } from './exchange.ts';
import { CALL_ENVELOPE, envelopeCase } from './envelope-case.ts';
import { jsonNotations } from './json-notations.ts';

const call = (id: string): string => callBody({ id });

/** Texts that are not JSON, or whose treatment JSON leaves to the parser: the response is observed. */
const oddities: readonly {
  readonly slug: string;
  readonly what: string;
  readonly write: (id: string) => string | Uint8Array;
  readonly danger?: Danger;
}[] = [
  { slug: 'empty', what: 'an empty body', write: () => '' },
  { slug: 'whitespace', what: 'a body of whitespace', write: () => ' \n' },
  { slug: 'cut-short', what: 'a truncated body', write: (id) => call(id).slice(0, -2) },
  { slug: 'trailing-comma', what: 'a comma after the last member', write: (id) => call(id).replace(/\}$/, ',}') },
  { slug: 'trailing-text', what: 'text after the object', write: (id) => `${call(id)} x` },
  { slug: 'two-objects', what: 'two objects, one after the other', write: (id) => `${call(id)}${call(id)}` },
  { slug: 'single-quotes', what: 'single quotation marks', write: (id) => call(id).replaceAll('"', "'") },
  { slug: 'bare-names', what: 'member names without quotation marks', write: (id) => call(id).replace('"method"', 'method') },
  { slug: 'comment', what: 'a comment', write: (id) => call(id).replace('{', '{/* call */') },
  { slug: 'literal-nan', what: 'NaN in the arguments', write: (id) => call(id).replace('[]', '[NaN]') },
  { slug: 'byte-order-mark', what: 'a byte order mark before the object', write: (id) => `\ufeff${call(id)}` },
  { slug: 'utf-16', what: 'a body in UTF-16', write: (id) => Buffer.from(call(id), 'utf16le'), danger: 'bytes' },
  {
    slug: 'invalid-utf-8',
    what: 'an id that is not UTF-8',
    write: (id) => Buffer.from(call(id).replace(id, '\xc3\x28\xff'), 'latin1'),
    danger: 'bytes',
  },
  { slug: 'lone-surrogate', what: 'half of a surrogate pair in the id', write: (id) => call(id).replace(id, '\\ud800') },
  {
    slug: 'raw-control',
    what: 'an unescaped control character in a string',
    write: (id) => call(id).replace(id, 'a\u0001b'),
    danger: 'bytes',
  },
  {
    slug: 'repeated-member',
    what: 'the member method twice',
    write: (id) => call(id).replace('"method"', '"method":"nosuchmethod","method"'),
  },
  { slug: 'html', what: 'a page of HTML', write: () => '<!doctype html><title>no call</title>' },
  {
    slug: 'binary',
    what: 'bytes that are not text',
    write: () => Uint8Array.from({ length: 256 }, (_, index) => 255 - index),
    danger: 'bytes',
  },
];

/** Numbers in various JSON notations: RFC 8259, section 6 leaves range and precision to the parser. */
const numbers: readonly { readonly slug: string; readonly text: string; readonly danger?: Danger }[] = [
  { slug: 'exponent-zero', text: '0e0' },
  { slug: 'decimal-zero', text: '0.0' },
  { slug: 'minus-zero', text: '-0' },
  { slug: 'exponent-beyond-double', text: '1e400' },
  { slug: 'exponent-huge', text: '1e999999999', danger: 'size' },
  { slug: 'tiny', text: '1e-400' },
  { slug: 'beyond-64-bits', text: '18446744073709551616' },
  { slug: 'thousand-digits', text: `1${'0'.repeat(1_000)}`, danger: 'size' },
];

/** Cases about JSON, a public standard, in the body of a call. */
export const jsonCases: readonly Case[] = [
  ...jsonNotations.map(({ slug, what, section, write }) =>
    envelopeCase({
      slug: `json/${slug}`,
      title: `A call with ${what} has the same result`,
      source: `RFC 8259, section ${section}`,
      rows: ['body-one-object'],
      run: async (t) => {
        const id = t.random.word(12);
        const got = await post(t, write(call(id)));
        const blocks = resultOf(t, got, `a call with ${what}`);
        t.equal(blocks, await t.result('getblockcount'), `the result of a call with ${what}`, { path: 'result' });
        t.equal(envelopeOf(got)?.['id'], id, 'the id of the answer', { path: 'id', check: 'foreign-id' });
      },
    }),
  ),
  envelopeCase({
    slug: 'json/escaped-argument',
    title: 'An argument written with JSON escapes has the same value',
    source: 'RFC 8259, section 7',
    rows: ['params-positional'],
    uses: ['getblockhash', 'getblockheader'],
    run: async (t) => {
      const genesis = await t.result('getblockhash', [0]);
      const escaped = Array.from(genesis, (digit) => `\\u00${digit.charCodeAt(0).toString(16)}`).join('');
      const got = await post(t, callBody({ id: t.random.word(8), method: 'getblockheader', params: [genesis] }).replace(genesis, escaped));
      const header = resultOf(t, got, 'getblockheader with its hash written with escapes') as { readonly hash?: unknown };
      t.equal(header.hash, genesis, 'the hash of the header', { path: 'result.hash' });
    },
  }),
  ...oddities.map(({ slug, what, write, danger }) =>
    envelopeCase({
      slug: `json/odd/${slug}`,
      title: `The node still answers calls after an unusual body: ${what}`,
      source: CALL_ENVELOPE,
      danger,
      run: (t) => observeBody(t, what, write(t.random.word(12))),
    }),
  ),
  ...numbers.map(({ slug, text, danger }) =>
    envelopeCase({
      slug: `json/number/${slug}`,
      title: `The node still answers calls after a height written as ${text.length > 30 ? 'a number of a thousand digits' : text}`,
      source: CALL_ENVELOPE,
      danger,
      uses: ['getblockcount', 'getblockhash'],
      run: (t) =>
        observeBody(
          t,
          `getblockhash with the number ${text.slice(0, 30)}`,
          callBody({ id: t.random.word(8), method: 'getblockhash', params: ['@'] }).replace('"@"', text),
        ),
    }),
  ),
];
