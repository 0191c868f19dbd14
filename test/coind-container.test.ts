import { test } from 'vitest';
import { COIND_IMAGE, needs } from './require.ts';
import { expectNoFailures } from './support/whole-trial.ts';

test('the trial of coind in a container passes', { timeout: 420_000 }, async (ctx) => {
  await needs(ctx, 'docker', COIND_IMAGE);
  await expectNoFailures(`container:${COIND_IMAGE}`, 4);
});
