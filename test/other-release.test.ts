import { describe } from 'vitest';
import { shard } from '../cli/option-values.ts';
import { drawnShard, drawSeed } from './support/drawn.ts';
import { testOtherRelease } from './support/other-release-trial.ts';

// All cases: `other-release.long.test.ts`.
const drawn = drawnShard('other release', 6);
describe(`cases ${drawn} (PYX_SEED=${drawSeed})`, () => testOtherRelease(shard(drawn)));
