import { expect, test } from 'vitest';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import { itemPlaces, placeName, tryEmptied } from './support/emptied-answers.ts';

/** Places whose items no case receives from coind. */
const UNREACHED: readonly string[] = [
  'bumpfee#default:errors', // of a bump that failed in part
  'decodepsbt#default:tx.vin[].txinwitness', // the transaction of a PSBT is unsigned
];

/** Cases that use items, and are about something else. */
const OTHERWISE: readonly string[] = [
  // An output without an address counts as the wallet's: there is no watch-only one among them.
  'invariants/wallet-balances/sum-of-unspent, gettxout#default:scriptPubKey.addresses',
];

const POSITIVE = new Set(['required-only', 'optional-given', 'all-given', 'enum', 'form', 'boundary', 'variant', 'default']);

test('no case passes without the items that it is about, for each list and each object of entries', { timeout: 5_400_000 }, async () => {
  const cases = allCases(specification).filter(({ suite, kind }) => suite !== 'methods' || POSITIVE.has(kind));
  expect(cases.length).toBeGreaterThan(1_500);
  const { wronglyPassed, reached, failed, nothingToJudge } = await tryEmptied(cases, { jobs: 2, seed: 1 });
  expect(wronglyPassed.filter((entry) => !OTHERWISE.some((known) => entry.startsWith(`${known}:`)))).toEqual([]);
  expect(itemPlaces.map(placeName).filter((name) => !reached.has(name))).toEqual(UNREACHED);
  expect(failed).toBeGreaterThan(500);
  expect(nothingToJudge).toBeGreaterThan(60);
});
