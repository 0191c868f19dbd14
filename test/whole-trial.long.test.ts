import { join } from 'node:path';
import { test } from 'vitest';
import { COIND_IMAGE, needs } from './require.ts';
import { expectFindings, expectNoFailures } from './support/whole-trial.ts';

const COIND = join(import.meta.dirname, '../bin/coind.js');
const seeds = [101, 102, 103, 104, 105];

for (const seed of seeds) {
  test(`the trial of litecoind has no failure with seed ${seed}`, async (ctx) => {
    await needs(ctx, 'litecoind');
    await expectNoFailures('process:litecoind', seed);
  });
  test(`the trial of the embedded node has no failure with seed ${seed}`, async () => {
    await expectNoFailures('embedded', seed);
  });
  test(`the trial of the container has no failure with seed ${seed}`, async (ctx) => {
    await needs(ctx, 'docker');
    await expectNoFailures('container:pyx-litecoind', seed);
  });
  test(`the trial of the program coind passes with seed ${seed}`, async () => {
    await expectNoFailures(`process:${COIND}`, seed);
  });
  test(`the trial of coind in a container passes with seed ${seed}`, async (ctx) => {
    await needs(ctx, 'docker', COIND_IMAGE);
    await expectNoFailures(`container:${COIND_IMAGE}`, seed);
  });
}

test('without a target file the trial reports the differences of litecoind', async (ctx) => {
  await needs(ctx, 'litecoind');
  await expectFindings('process:litecoind', 3);
});
