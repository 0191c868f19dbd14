import { describe } from 'vitest';
import { shard } from '../cli/option-values.ts';
import { drawnShard, drawSeed } from './support/drawn.ts';
import { testLiteralReadings } from './support/literal-readings.ts';

// All cases: `literal-readings.long.test.ts`.
const drawn = drawnShard('literal readings', 6);
describe(`cases ${drawn} (PYX_SEED=${drawSeed})`, () => testLiteralReadings(shard(drawn)));
