import { expect, test } from 'vitest';
import { brandedNames } from './branded-names.ts';
import { guessNames, type NamesByUse, type SpokenName } from './guess-names.ts';
import { neutralNames, render, type Names } from './names.ts';
import { specification } from './specification.ts';

const templates = brandedNames(specification);
const all = specification.documented.map(({ wire }) => wire.method);
const listedBy = (names: Names, keep: (template: string) => boolean = () => true): string[] =>
  all.filter(keep).map((name) => render(name, names));
const none = { arguments: [], fields: [] };
const guess = (own: Partial<NamesByUse>): readonly SpokenName[] => guessNames(templates, { methods: [], ...none, ...own });
const wordsOf = (spoken: readonly SpokenName[]): Partial<Names> => Object.fromEntries(spoken.map(({ token, word }) => [token, word]));
const names = { coin: 'acme', ext: 'foo', extclient: 'foobar' };

test('the names that the documents write with tokens are those of methods, arguments and fields', () => {
  expect(templates.methods).toContain('{coin}set{ext}status');
  expect(templates.arguments).toEqual(['{ext} address', '{ext}_destination_address']);
  expect(templates.fields).toEqual(['{extclient}_current_block', '{extclient}_sync_status', '{extclient}_total_blocks']);
});

test('the brands of a node are guessed from its methods', () => {
  expect(wordsOf(guess({ methods: listedBy(names) }))).toEqual(names);
  expect(wordsOf(guess({ methods: listedBy(neutralNames) }))).toEqual(neutralNames);
});

test('methods with two brands are enough, and each name that speaks for a brand is shown', () => {
  const onlyTwo = (template: string): boolean => !template.startsWith('{coin}') || template.includes('{ext');
  expect(guess({ methods: listedBy(names, onlyTwo) })).toEqual([
    { token: 'coin', word: 'acme', by: ['acmesetfooheaders', 'acmesetfoostatus', 'acmestartfoobar', 'acmestopfoobar'] },
    { token: 'ext', word: 'foo', by: ['acmesetfooheaders', 'acmesetfoostatus'] },
    { token: 'extclient', word: 'foobar', by: ['acmestartfoobar', 'acmestopfoobar'] },
  ]);
});

test('a brand that no method shows is found in arguments and fields', () => {
  const methods = ['acmeaddscript', 'acmeburn', 'acmemint', 'assetallocationburn'];
  expect(wordsOf(guess({ methods }))).toEqual({ coin: 'acme' });
  const own = { methods, arguments: ['amount', 'foo_destination_address'], fields: ['chain', 'foobar_sync_status', 'foobar_total_blocks'] };
  expect(guess(own).slice(1)).toEqual([
    { token: 'ext', word: 'foo', by: ['foo_destination_address'] },
    { token: 'extclient', word: 'foobar', by: ['foobar_sync_status', 'foobar_total_blocks'] },
  ]);
  expect(wordsOf(guess({ fields: own.fields }))).toEqual({ extclient: 'foobar' });
});

test('a word of methods counts more than another one of arguments', () => {
  const own = { methods: listedBy(names), arguments: ['foreign_destination_address', 'foreign address'] };
  expect(wordsOf(guess(own))).toEqual(names);
});

test('of two words in methods, the one that arguments have too is the brand', () => {
  const methods = ['acmesetfarheaders', ...listedBy(names, (template) => template !== '{coin}set{ext}headers')];
  expect(wordsOf(guess({ methods, arguments: ['foo_destination_address'] }))).toEqual(names);
});

test('words that contain what stands between two brands are read as the other names have them', () => {
  const odd = { coin: 'asset', ext: 'setfoo', extclient: 'stopfoo' };
  expect(wordsOf(guess({ methods: listedBy(odd) }))).toEqual(odd);
});

test('a node without these methods shows no brand, and hostile names show none', () => {
  const shows = (...methods: string[]): unknown => guess({ methods });
  expect(shows('getblock', 'assetallocationburn', 'assetallocationmint', 'coinburn', 'sendmany')).toEqual([]);
  expect(shows('minerstartcpu', 'minerstopcpu', 'restartnode')).toEqual([]);
  expect(shows('Aaddscript', '\u001bburn', 'a b mint', `${'a'.repeat(60)}txfund`)).toEqual([]);
  expect(shows()).toEqual([]);
});
