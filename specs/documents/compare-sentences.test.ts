import { expect, test } from 'vitest';
import { neutralNames } from '../model/names.ts';
import { compareSentences } from './compare-sentences.ts';
import { sentencesOf, type Sentence } from './sentences.ts';

const methodsByName = new Map(['get', 'put', 'list'].map((id) => [id, [id]]));
const read = (markdown: string): Sentence[] => sentencesOf(markdown, { document: 1, methodsByName, names: neutralNames });

/** What has become of the sentences of one text in another, as texts. */
function compared(before: string, after: string): Record<string, unknown> {
  const old = read(before);
  const textOf = (sentence: object): string => old.find((known) => known === sentence)?.text ?? '?';
  const { standing, moved, changed, gone, added, newSections } = compareSentences(old, read(after));
  return {
    standing: standing.length,
    moved: moved.map(({ known, now }) => `${textOf(known)} → ${now.section}`),
    changed: changed.map(({ known, now }) => `${textOf(known)} → ${now.text}`),
    gone: gone.map(textOf),
    added: added.map(({ text }) => text),
    newSections: newSections.map(({ section, sentences }) => `${section}: ${sentences.length}`),
  };
}
const same = { moved: [], changed: [], gone: [], added: [], newSections: [] };

const TEXT = '# A\n\n- `get`: `x:num`, `y:str`\n- `put`: none\n\nPlain words. More words.\n\n# B\n\nLast.\n';

test('the same sentences stand, in any order within a section', () => {
  expect(compared(TEXT, TEXT)).toEqual({ ...same, standing: 6 });
  expect(compared(TEXT, '# A\nMore words. Plain words.\n\n- `put`: none\n- `get`: `y:str`, `x:num`\n\n# B\nLast.')).toEqual({
    ...same,
    standing: 6,
  });
});

test('a sentence in another section has moved, and a heading that was renamed takes its sentences along', () => {
  expect(compared(TEXT, TEXT.replace(' More words.', '').replace('Last.', 'Last. More words.'))).toEqual({
    ...same,
    standing: 5,
    moved: ['More words → B'],
  });
  expect(compared(TEXT, TEXT.replace('# B', '# C').replace('Last.', 'Last. New.'))).toEqual({
    ...same,
    standing: 5,
    moved: ['Last → C'],
    added: ['New'],
  });
});

test('a sentence has changed where another of the same name, or about the same, is', () => {
  expect(compared(TEXT, TEXT.replace('`x:num`', '`z:num`').replace('`y:str`', '`y:num`'))).toEqual({
    ...same,
    standing: 4,
    changed: ['x:num → z:num', 'y:str → y:num'],
  });
  expect(compared(TEXT, TEXT.replace('Plain words', 'Other words'))).toEqual({
    ...same,
    standing: 5,
    changed: ['Plain words → Other words'],
  });
  expect(compared(TEXT, TEXT.replace('# A', '# C').replace('`x:num`', '`x:str`'))).toMatchObject({ changed: ['x:num → x:str'] });
});

test('what is about something else is gone, and new', () => {
  expect(compared(TEXT, TEXT.replace('`put`: none', '`list`: none'))).toEqual({ ...same, standing: 5, gone: ['none'], added: ['none'] });
  expect(compared(TEXT, `${TEXT}\n# C\n\nOne. Two.\n`)).toEqual({ ...same, standing: 6, newSections: ['C: 2'] });
});
