import { expect, test } from 'vitest';
import { Random } from '../fixtures/world/random.ts';
import { matcher } from '../engine/pattern.ts';
import { drawSeed } from './support/drawn.ts';
import { MUTANTS } from './support/mutants/all.ts';
import { cases, testEach, testWithoutFault } from './support/mutants/test-each.ts';

/** Number of mutants that are tried here, other ones each time; all of them: `mutants.long.test.ts`. */
const SAMPLE = 25;

test('each mutant has its own name and cases', () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(47);
  expect(new Set(MUTANTS.map(({ fault }) => fault.name)).size).toBe(MUTANTS.length);
  for (const { fault, cases: patterns } of MUTANTS) {
    for (const pattern of patterns)
      expect(
        cases.some(({ id }) => matcher(pattern)(id)),
        `${fault.name}: ${pattern}`,
      ).toBe(true);
  }
});

test(`the mutants below are drawn with PYX_SEED=${drawSeed}`, () => {
  expect(sample()).toHaveLength(SAMPLE);
});

testWithoutFault(sample());
testEach(sample());

function sample(): typeof MUTANTS {
  const random = new Random(`mutants ${drawSeed}`);
  const left = [...MUTANTS];
  return Array.from({ length: SAMPLE }, () => left.splice(random.integer(0, left.length - 1), 1)).flat();
}
