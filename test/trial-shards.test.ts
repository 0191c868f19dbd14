import { test } from 'vitest';
import { needs } from './require.ts';
import { drawnShard, drawSeed } from './support/drawn.ts';
import { expectFindings, expectNoFailures } from './support/whole-trial.ts';

// The whole of both: `whole-trial.long.test.ts`.
const inContainer = drawnShard('in a container', 8);
test(`shard ${inContainer} of the trial of litecoind in a container has no failure (PYX_SEED=${drawSeed})`, async (ctx) => {
  await needs(ctx, 'docker');
  await expectNoFailures('container:pyx-litecoind', 2, inContainer);
});

const unknown = drawnShard('without a target file', 8);
test(`without a target file shard ${unknown} reports the differences of litecoind (PYX_SEED=${drawSeed})`, async (ctx) => {
  await needs(ctx, 'litecoind');
  await expectFindings('process:litecoind', 3, unknown);
});
