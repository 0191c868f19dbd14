import { expect, test } from 'vitest';
import { openTarget } from '../fixtures/targets/open-target.ts';
import { Random } from '../fixtures/world/random.ts';
import { matcher } from '../engine/pattern.ts';
import { drawSeed } from './support/drawn.ts';
import { MUTANTS } from './support/mutants/all.ts';
import { cases, casesOf, testEach } from './support/mutants/test-each.ts';
import { ProxiedTarget } from './support/proxied-target.ts';
import { coindUnobserved, outcomeText, tryCases } from './support/try-cases.ts';

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

test('a node without a fault passes all these cases', async () => {
  const target = new ProxiedTarget(await openTarget('embedded', { env: {} }));
  try {
    const all = casesOf({ cases: MUTANTS.flatMap((mutant) => mutant.cases) });
    const outcomes = [...(await tryCases(all, target, 31, { file: coindUnobserved })).values()];
    expect(
      outcomes
        .filter(({ status }) => status === 'failed' || status === 'skipped')
        .map((outcome) => `${outcome.id}: ${outcomeText(outcome)}`),
    ).toEqual([]);
    expect(outcomes.filter(({ status }) => status === 'passed').length).toBeGreaterThan(100);
  } finally {
    await target.close();
  }
});

test(`the mutants below are drawn with PYX_SEED=${drawSeed}`, () => {
  expect(sample()).toHaveLength(SAMPLE);
});

testEach(sample());

function sample(): typeof MUTANTS {
  const random = new Random(`mutants ${drawSeed}`);
  const left = [...MUTANTS];
  return Array.from({ length: SAMPLE }, () => left.splice(random.integer(0, left.length - 1), 1)).flat();
}
