import { expect, test } from 'vitest';
import { openTarget } from '../fixtures/targets/open-target.ts';
import { Random } from '../fixtures/world/random.ts';
import { matcher } from '../engine/pattern.ts';
import { drawSeed } from './support/drawn.ts';
import { MUTANTS } from './support/mutants/all.ts';
import { cases, casesOf, testEach, testWithoutFault, titleOf } from './support/mutants/test-each.ts';
import { foreignId } from './support/faults.ts';
import { ProxiedTarget } from './support/proxied-target.ts';
import { coindFile, tryCases } from './support/try-cases.ts';

/** Number of mutants that are tried here, other ones each time; all of them: `mutants.long.test.ts`. */
const SAMPLE = 25;

test('each mutant has its own title, and cases', () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(250);
  expect(new Set(MUTANTS.map(titleOf)).size).toBe(MUTANTS.length);
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

test('a node that answers with a foreign id from the first answer on is not tried', async () => {
  const target = new ProxiedTarget(await openTarget('embedded', { env: {} }), foreignId);
  try {
    await expect(tryCases(casesOf({ cases: ['methods/getblockcount/required-only'] }), target, 13, { file: coindFile })).rejects.toThrow(
      'sent no valid answer to getblockchaininfo: The id is the string "another-client"',
    );
  } finally {
    await target.close();
  }
});

testWithoutFault(sample());
testEach(sample());

function sample(): typeof MUTANTS {
  const random = new Random(`mutants ${drawSeed}`);
  const left = [...MUTANTS];
  return Array.from({ length: SAMPLE }, () => left.splice(random.integer(0, left.length - 1), 1)).flat();
}
