import { expect, test } from 'vitest';
import { drawSeed } from './support/drawn.ts';
import { familyNodes } from './support/family-nodes.ts';
import { drawnCases, tryFamily } from './support/try-family.ts';

const CASES = 40;

// All cases: `family-nodes.long.test.ts`.
test.each(familyNodes.map((node) => [node.name, node] as const))(
  `of drawn cases only those that use what is wrong fail: %s (PYX_SEED=${drawSeed})`,
  async (_, node) => {
    const cases = drawnCases(node, CASES);
    expect(cases.length).toBeGreaterThan(CASES / 3);
    expect((await tryFamily(node, cases)).beside).toEqual([]);
  },
);
