/** Another notation of the same call. */
export interface JsonNotation {
  readonly slug: string;
  readonly what: string;
  /** The section of RFC 8259 by which it means the same. */
  readonly section: string;
  /** `text`: the call in the usual notation. */
  readonly write: (text: string) => string;
}

/** Other notations of a call: a parser must accept all of them (RFC 8259, section 9). */
export const jsonNotations: readonly JsonNotation[] = [
  { slug: 'whitespace-around', what: 'whitespace around the object', section: '2', write: (text) => ` \t\r\n${text}\n\t \r\n` },
  { slug: 'whitespace-within', what: 'whitespace between all tokens', section: '2', write: (text) => tokensOf(text).join(' \t\r\n') },
  {
    slug: 'order-reversed',
    what: 'the members in reverse order',
    section: '4',
    write: (text) => reordered(text, (members) => members.toReversed()),
  },
  {
    slug: 'order-id-last',
    what: 'the id as the last member',
    section: '4',
    write: (text) =>
      reordered(text, (members) => [...members.filter(([name]) => name !== 'id'), ...members.filter(([name]) => name === 'id')]),
  },
  {
    slug: 'escaped-method',
    what: 'the name of the method written with an escape',
    section: '7',
    write: (text) => text.replace(/("method":")(.)/, (_, before: string, first: string) => `${before}${escaped(first)}`),
  },
  {
    slug: 'escaped-member',
    what: 'the name of a member written with an escape',
    section: '7',
    write: (text) => text.replace('"method"', `"${escaped('m')}ethod"`),
  },
  {
    slug: 'escaped-version',
    what: 'the version written with an escape',
    section: '7',
    write: (text) => text.replace('.0"', `${escaped('.')}0"`),
  },
];

type Member = readonly [name: string, value: unknown];

const reordered = (text: string, order: (members: readonly Member[]) => readonly Member[]): string =>
  JSON.stringify(Object.fromEntries(order(Object.entries(JSON.parse(text) as object))));

const tokensOf = (text: string): readonly string[] => text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
