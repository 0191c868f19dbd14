import { test } from 'vitest';
import { needs } from './require.ts';
import { expectFindings, expectNoFailures } from './support/whole-trial.ts';

const timeout = 420_000;

test('the trial of litecoind has no failure with its target file', { timeout }, async (ctx) => {
  await needs(ctx, 'litecoind');
  await expectNoFailures('process:litecoind', 1);
});

test('the trial of litecoind in a container has no failure with the same target file', { timeout }, async (ctx) => {
  await needs(ctx, 'docker');
  await expectNoFailures('container:pyx-litecoind', 2);
});

test('without a target file the trial reports the differences of litecoind', { timeout }, async (ctx) => {
  await needs(ctx, 'litecoind');
  await expectFindings('process:litecoind', 3);
});
