import { test } from 'vitest';
import { COIND_IMAGE, needs } from './require.ts';
import { drawnShard, drawSeed } from './support/drawn.ts';
import { expectNoFailures } from './support/whole-trial.ts';

// The whole of it: `whole-trial.long.test.ts`.
const shard = drawnShard('coind in a container', 6);
test(`shard ${shard} of the trial of coind in a container passes (PYX_SEED=${drawSeed})`, async (ctx) => {
  await needs(ctx, 'docker', COIND_IMAGE);
  await expectNoFailures(`container:${COIND_IMAGE}`, 4, shard);
});
