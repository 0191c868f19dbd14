import { test } from 'vitest';
import { needs } from './require.ts';
import { expectFindings, expectGreen } from './support/whole-trial.ts';

const timeout = 420_000;

test('the trial of litecoind is green with its target file', { timeout }, async (ctx) => {
  await needs(ctx, 'litecoind');
  await expectGreen('process:litecoind', 1);
});

test('the trial of litecoind in a container is green with the same target file', { timeout }, async (ctx) => {
  await needs(ctx, 'docker');
  await expectGreen('container:pyx-litecoind', 2);
});

test('without a target file the trial finds where litecoind differs', { timeout }, async (ctx) => {
  await needs(ctx, 'litecoind');
  await expectFindings('process:litecoind', 3);
});
