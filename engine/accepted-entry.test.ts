import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { entryText, fewest } from './accepted-entry.ts';
import { whatOf, type Difference } from './difference.ts';
import { parseTargetFile } from './target-file.ts';

const refused: Difference = { method: 'send', check: 'refused', argument: 'mode', found: 'error -3', given: ['mode', 'mode=fast'] };
const size: Difference = { found: 'null', check: 'type', path: 'tx[].size', method: 'getblock' };

test('an entry is what a target file takes, with its members in order', () => {
  const text = entryText(fewest([size]), { seen: '/Acme:1.2/' });
  expect(text).toBe(`  - what: { method: getblock, path: "tx[].size", check: type, found: "null" }
    why: not explained yet
    seen: /Acme:1.2/`);
  expect(parseTargetFile(`name: A\naccepted:\n${text}\n`, 'a.yaml').accepted).toMatchObject([
    {
      what: { method: 'getblock', path: 'tx[].size', check: 'type', found: 'null' },
      why: 'not explained yet',
      seen: '/Acme:1.2/',
      line: 3,
    },
  ]);
});

test('several differences with one reason are one entry', () => {
  const text = entryText(fewest([size, { ...size, path: '{}.size' }]), { why: 'So: it is # one', seeds: 'some' });
  expect(text.split('\n')).toHaveLength(5);
  expect(parse(text)).toEqual([
    {
      what: [size, { ...size, path: '{}.size' }],
      why: 'So: it is # one',
      seeds: 'some',
    },
  ]);
});

describe('a difference that another entry covers needs none', () => {
  const { argument: _, ...withoutArgument } = refused;
  const ofRule: Difference = { ...withoutArgument, rule: 'send/fast' };
  const fast: Difference = { ...refused, value: 'fast' };
  const bare: Difference = { method: 'send', check: 'refused', found: 'error -3', given: [] };

  test.each<[string, Difference[], Difference[]]>([
    ['a value explains its argument, and the sentence that relies on it', [refused, ofRule, fast], [fast]],
    ['an argument explains the sentence', [ofRule, refused], [refused]],
    [
      'another value does not',
      [{ ...refused, value: 'slow', given: ['mode', 'mode=slow'] }, refused],
      [{ ...refused, value: 'slow' }, refused],
    ],
    ['a call that is always refused explains all', [ofRule, refused, fast, bare], [bare]],
    ['equal ones are one', [size, size], [size]],
  ])('%s', (_what, differences, kept) => {
    expect(fewest(differences)).toEqual(kept.map(whatOf));
  });

  test('nor does one that is accepted already', () => {
    expect(fewest([fast, size], ({ method }) => method === 'getblock')).toEqual([whatOf(fast)]);
  });
});
