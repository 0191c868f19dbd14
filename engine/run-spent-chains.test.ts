import { expect, test } from 'vitest';
import type { Trial } from './trial.ts';
import { fakeCase, FakeTarget } from './testing/fakes.ts';
import { inShort, outcomesOf, passes } from './testing/outcomes.ts';

/** Lacks coins unless it is run on the node of this name. */
const needsCoins = (id: string, unlessOn?: string) =>
  fakeCase(id, (t: Trial) => {
    if (t.node.name === unlessOn) return;
    t.world.isSpent = true;
    t.inapplicable('the block subsidy is too small');
  });

test('a case for which the chain is too long is run on another one', async () => {
  const target = new FakeTarget();
  expect(inShort(await outcomesOf([passes, needsCoins('expensive', 'default-2'), fakeCase('next')], target))).toEqual([
    'passes passed',
    'expensive passed',
    'next passed',
  ]);
  expect(target.nodes.map((node) => node.stopped)).toEqual([1, 1]);
});

test('if a fresh chain pays too little, no case is run on another one any more', async () => {
  const target = new FakeTarget();
  expect(inShort(await outcomesOf([passes, needsCoins('a'), needsCoins('b'), needsCoins('c')], target))).toEqual([
    'passes passed',
    'a inapplicable',
    'b inapplicable',
    'c inapplicable',
  ]);
  expect(target.nodes).toHaveLength(2);
});
