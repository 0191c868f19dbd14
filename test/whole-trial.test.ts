import { test } from 'vitest';
import { needs } from './require.ts';
import { expectNoFailures } from './support/whole-trial.ts';

test('the trial of litecoind has no failure with its target file', async (ctx) => {
  await needs(ctx, 'litecoind');
  await expectNoFailures('process:litecoind', 1);
});
