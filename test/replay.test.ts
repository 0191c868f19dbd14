import { expect, test } from 'vitest';
import { plan } from '../engine/plan.ts';
import { Random } from '../fixtures/world/random.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import { picked, replayDifferences } from './support/replayed.ts';
import { differences, sentBy } from './support/sent-requests.ts';

const SEED = 6;
const { cases } = plan(allCases(specification), {}, specification);

/** The long version, with all cases and 200 replays: `replay.long.test.ts`. */
test('a case alone sends the same requests as within a run, apart from values that the node made', async () => {
  const random = new Random('cases that are tried alone');
  expect(await replayDifferences(picked(cases, 100, random), SEED, 12, random)).toEqual([]);
});

test('a different draw is distinguished from a different value that a node made', async () => {
  for (const id of [
    'methods/sendtoaddress/required-only',
    'rules/addmultisigaddress/keys-as-addresses',
    'methods/createrawtransaction/required-only',
  ]) {
    const found = cases.filter((testCase) => testCase.id === id);
    const [first, second] = [await sentBy(found, SEED), await sentBy(found, SEED + 1)];
    expect(first.get(id)?.length, id).toBeGreaterThan(0);
    expect(differences(id, first.get(id), second.get(id)).length, id).toBeGreaterThan(0);
  }
});
