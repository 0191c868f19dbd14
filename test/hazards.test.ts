import { describe } from 'vitest';
import { drawSeed } from './support/drawn.ts';
import { hazardTests, k6Tests } from './support/hazard-tests.ts';
import { drawnCells } from './support/hazard-tiers.ts';

// All cells: `hazards.long.test.ts`.
describe(`drawn cells (PYX_SEED=${drawSeed})`, () => hazardTests(drawnCells));
k6Tests();
