import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { entryText, fewest } from './accepted-entry.ts';
import type { Difference } from './difference.ts';
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

test('a difference that another entry covers needs none', () => {
  const fast = { ...refused, value: 'fast' };
  const { argument: _, ...withoutArgument } = refused;
  const ofRule: Difference = { ...withoutArgument, rule: 'send/fast' };
  const { given: __, ...what } = refused;
  expect(fewest([fast, ofRule, refused, size, size])).toEqual([what, size]);
  expect(fewest([fast, size], ({ method }) => method === 'getblock')).toEqual([{ ...what, value: 'fast' }]);
});
