import { test } from 'vitest';
import { needs } from './require.ts';
import { expectNoFindings } from './support/used-trial.ts';

for (const txindex of [1, 0]) {
  const how = txindex === 1 ? 'with -txindex' : 'without -txindex';
  test(`--read-only has no findings on a coind that was in use before, ${how}`, async () => {
    await expectNoFindings('coind', [`-txindex=${txindex}`], ['--read-only'], 800);
  });
  test(`--read-only has no findings on a litecoind that was in use before, ${how}`, async (ctx) => {
    await needs(ctx, 'litecoind');
    await expectNoFindings('litecoind', [`-txindex=${txindex}`], ['--read-only'], 750);
  });
  test(`the writing trial has no findings on a coind that was in use before, ${how}`, async () => {
    await expectNoFindings('coind', [`-txindex=${txindex}`], [], 2_500);
  });
  test(`the writing trial has no findings on a litecoind that was in use before, ${how}`, async (ctx) => {
    await needs(ctx, 'litecoind');
    await expectNoFindings('litecoind', [`-txindex=${txindex}`], [], 2_300);
  });
}
