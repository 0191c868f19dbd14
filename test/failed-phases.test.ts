import { describe } from 'vitest';
import { drawSeed } from './support/drawn.ts';
import { failedPhases } from './support/failed-phases.ts';
import { drawnCells } from './support/hazard-tiers.ts';

// All phases: `failed-phases.long.test.ts`.
describe(`drawn phases (PYX_SEED=${drawSeed})`, () => failedPhases(drawnCells));
