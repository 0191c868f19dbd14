import { expect, test } from 'vitest';
import { guessNames } from './guess-names.ts';
import { hasBrand, neutralNames, render, type Names } from './names.ts';
import { specification } from './specification.ts';

const wire = [...new Set(specification.documented.map((method) => method.wire.method))];
const branded = wire.filter(hasBrand);
const listedBy = (names: Names): string[] => wire.map((name) => render(name, names));

test('the brands of a node are guessed from the endings of its methods', () => {
  const names = { coin: 'acme', ext: 'foo', extclient: 'foobar' };
  expect(guessNames(branded, listedBy(names))).toEqual(names);
  expect(guessNames(branded, listedBy(neutralNames))).toEqual(neutralNames);
});

test('a brand that no method shows is left out', () => {
  const listed = ['acmeaddscript', 'acmeburn', 'acmemint', 'acmestartbarclient', 'assetallocationburn'];
  expect(guessNames(branded, listed)).toEqual({ coin: 'acme', extclient: 'barclient' });
});

test('a node without these methods shows no brand, and hostile names show none', () => {
  expect(guessNames(branded, ['getblock', 'assetallocationburn', 'coinburn', 'sendmany'])).toBeUndefined();
  expect(guessNames(branded, ['Aaddscript', '\u001bburn', 'a b mint', `${'a'.repeat(60)}txfund`])).toBeUndefined();
  expect(guessNames(branded, [])).toBeUndefined();
});
