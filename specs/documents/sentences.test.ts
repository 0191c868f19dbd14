import { describe, expect, test } from 'vitest';
import { neutralNames } from '../model/names.ts';
import { sentencesOf, type Sentence } from './sentences.ts';

const METHODS = ['getsize', 'store count', 'store add', 'cointake'];
const methodsByName = new Map([...METHODS.map((id): [string, string[]] => [id, [id]]), ['store', ['store count', 'store add']]]);
const read = (markdown: string, names = neutralNames): Sentence[] => sentencesOf(markdown, { document: 1, methodsByName, names });
const texts = (markdown: string): string[] => read(markdown).map(({ head, text }) => (head === '' ? text : `${head} > ${text}`));
const hashes = (markdown: string, names = neutralNames): string[] => read(markdown, names).map(({ hash }) => hash);

describe('a text is divided', () => {
  test('into the fields of a list, and prose into sentences', () => {
    expect(
      texts('`size:num` (bytes, or `none`), `tags:arr of {id:str, n:num}`, `left` (opt; rare). It holds\na lot, `size` too. More'),
    ).toEqual(['size:num (bytes, or none)', 'tags:arr of {id:str, n:num}', 'left (opt; rare)', 'It holds a lot, size too', 'More']);
  });

  test('into the cells of a row that begins with a name, which is read with them', () => {
    const table =
      '| Method | Arguments | Result |\n|---|---|---|\n| `getsize` | id:str; [deep:bool=false, slow] | num; in bytes. Never 0 |';
    expect(texts(table)).toEqual([
      'getsize > id:str',
      'getsize > [deep:bool=false, slow]',
      'getsize > num',
      'getsize > in bytes',
      'getsize > Never 0',
    ]);
    expect(read(table).map(({ cell, name, line }) => [cell, name, line])).toEqual([
      [1, 'id', 3],
      [1, 'deep', 3],
      [2, undefined, 3],
      [2, undefined, 3],
      [2, undefined, 3],
    ]);
    expect(texts('| a | b |\n|---|---|\n| rate limit | 5; per second |\n')).toEqual(['rate limit | 5; per second']);
  });

  test('with the words before a colon as head', () => {
    expect(texts('- Kinds: `a`, `b`\n- `getsize` (deep): the same\n- At 10:30 it ends. Then: nothing\n- one of `x`, `y`')).toEqual([
      'Kinds > a',
      'Kinds > b',
      'getsize (deep) > the same',
      'At 10:30 it ends',
      'Then: nothing',
      'one of x, y',
    ]);
  });
});

test('a sentence is about the methods of its head, else of its heading, else of itself', () => {
  const about = (markdown: string): string[][] => read(markdown).map(({ methods }) => [...methods]);
  expect(
    about('# Size (`getsize`)\n`a`, `b` as in `cointake`\n\n- `cointake`: all\n\n# Other\nSee `getsize` and `cointake`. None.'),
  ).toEqual([['getsize'], ['getsize'], ['cointake'], ['getsize', 'cointake'], []]);
  expect(about('`store` commands: `count [all]`, `add` (one), `gone`')).toEqual([
    ['store count'],
    ['store add'],
    ['store count', 'store add'],
  ]);
});

test('lines, markup, heading levels, alignment and brands change no hash', () => {
  const text =
    '## Size\n\nThe *size* of `{coin}take` – all of it – is "big". See [there](a.md).\n\n- `a:num`\n\n| x | y |\n|---|---|\n| `n` | one; two |\n';
  const again =
    '---\ntitle: Sizes\n---\nSize\n====\n\nThe size of\n`cointake` - all\nof it - is **“big”**. See\n[there](b.md#x)\n\n* `a:num`,\n\n| x   | y        |\n| :-- | -------- |\n| `n` | one; two |\n';
  expect(hashes(again)).toEqual(hashes(text));
  expect(hashes(again.replaceAll('\n', '\r\n'))).toEqual(hashes(text));
  expect(hashes('Call `acmetake` for 5 `<ACME>` or `acme.conf`.', { ...neutralNames, coin: 'acme' })).toEqual(
    hashes('Call `cointake` for 5 `<COIN>` or `coin.conf`.'),
  );
  expect(hashes('A `code` span')).not.toEqual(hashes('A `Code` span'));
  expect(hashes('- `a`: x')).not.toEqual(hashes('- `b`: x'));
});

test('a list of fields that is broken anywhere outside of code is the same list', () => {
  const list = '- `a`: `x:num` (one, two), `y:str`; see `z`, or none. All of it';
  const breaks = [...list.matchAll(/ /g)].map(({ index }) => `${list.slice(0, index)}\n  ${list.slice(index + 1)}`).slice(1);
  expect(breaks.length).toBeGreaterThan(8);
  for (const broken of breaks) expect(hashes(broken), broken).toEqual(hashes(list));
});

test('places are headings without marks, and lines of the file', () => {
  const found = read('Before.\n\n# Size (`getsize`)\n\none\ntwo. Three\n\n```\ncode; here\n```\n');
  expect(found.map(({ section, line, text }) => [section, line, text])).toEqual([
    ['', 1, 'Before'],
    ['Size (getsize)', 5, 'one two'],
    ['Size (getsize)', 6, 'Three'],
    ['Size (getsize)', 8, 'code; here'],
  ]);
});
