import { test } from 'vitest';
import { needs } from './require.ts';
import { expectGreen } from './support/whole-trial.ts';

const seeds = [101, 102, 103, 104, 105];

for (const seed of seeds) {
  test(`the trial of litecoind is green with seed ${seed}`, async (ctx) => {
    await needs(ctx, 'litecoind');
    await expectGreen('process:litecoind', seed);
  });
  test(`the trial of the embedded node is green with seed ${seed}`, async () => {
    await expectGreen('embedded', seed);
  });
  test(`the trial of the container is green with seed ${seed}`, async (ctx) => {
    await needs(ctx, 'docker');
    await expectGreen('container:pyx-litecoind', seed);
  });
}
