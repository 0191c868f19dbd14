import { expect, test } from 'vitest';
import { Random } from '../fixtures/world/random.ts';
import { drawSeed } from './support/drawn.ts';
import { lies } from './support/lies.ts';
import { casesBeside, lostBy, onSharedNode } from './support/try-lie.ts';

const CASES = 20;
const random = new Random(`lies ${drawSeed}`);
const drawn = [...new Set([random.pick(lies), random.pick(lies), random.pick(lies)])];

// All of them: `lying-methods.long.test.ts`.
test.each(drawn.map((lie) => [lie.name, lie] as const))(
  `a wrong answer costs no case that does not use the method: %s (PYX_SEED=${drawSeed})`,
  async (_, lie) => {
    const cases = casesBeside(lie, CASES, onSharedNode);
    expect(cases.length).toBeGreaterThan(CASES / 2);
    expect(await lostBy(lie, cases)).toEqual([]);
  },
);
