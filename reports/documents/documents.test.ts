import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { specification } from '../../specs/model/specification.ts';
import { Documents } from './documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'pyx-documents-'));
afterAll(() => rmSync(folder, { recursive: true }));
const texts = join(folder, 'texts');
mkdirSync(texts);
writeFileSync(join(texts, '1-wallet.md'), '# Wallet\n\n## Limits\n\n`size:num` is a limit.\n');
writeFileSync(join(texts, '10-other.md'), '# Other\n');

const list = [
  { document: 1, title: 'Wallet', sections: ['Limits', 'Limits (of blocks)'] },
  { document: 2, sections: ['Other results'] },
] as const;
const at = (place?: string): Documents => new Documents({ documents: { list, ...(place !== undefined && { at: place }) } });

test('finds the place of a source by the heading that it begins with', () => {
  expect(at().placeOf('document 1, Limits: a sentence: of two parts')).toEqual({ document: 1, section: 'Limits' });
  expect(at().placeOf('document 1, Limits (of blocks)')).toEqual({ document: 1, section: 'Limits (of blocks)' });
  expect(at().placeOf('document 2, Limits')).toBeUndefined();
  expect(at().placeOf('BIP 141')).toBeUndefined();
});

test('every source of the specification is a place', () => {
  const documents = new Documents({ documents: { list: specification.spec.documents } });
  for (const { source, rules } of specification.documented)
    for (const { document, section } of [source, ...rules.map((rule) => rule.source)])
      expect(documents.placeOf(`document ${document}, ${section}: text`), section).toEqual({ document, section });
});

test('the address of a place is in the folder or at the address of the user', () => {
  const place = { document: 1, section: 'Limits (of blocks)' } as const;
  expect(at().addressOf(place, folder)).toBeUndefined();
  expect(at(texts).addressOf(place, join(folder, 'out'))).toBe('../texts/1-wallet.md#limits-of-blocks');
  expect(at(texts).addressOf({ document: 2, section: 'Other results' }, folder)).toBeUndefined();
  expect(at('https://example.org/rpc').addressOf(place, folder)).toBe('https://example.org/rpc#limits-of-blocks');
  expect(at('https://example.org/{document}.html').addressOf(place, folder)).toBe('https://example.org/1.html#limits-of-blocks');
  expect(at('https://example.org/{document}#s-{section}').addressOf(place, folder)).toBe('https://example.org/1#s-limits-of-blocks');
});

test('quotes a folder only, and nothing if it is gone', () => {
  const finding = { source: 'document 1, Limits: the size', path: 'size' };
  expect(at(texts).quote({ method: 'get' }, finding)).toEqual({ line: 5, text: '`size:num` is a limit.' });
  expect(at('https://example.org').quote({ method: 'get' }, finding)).toBeUndefined();
  expect(at(join(folder, 'gone')).quote({ method: 'get' }, finding)).toBeUndefined();
});
