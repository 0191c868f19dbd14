import { test } from 'vitest';
import { needs } from './require.ts';
import { expectNothingWrong } from './support/used-trial.ts';

for (const txindex of [1, 0]) {
  const how = txindex === 1 ? 'with -txindex' : 'without -txindex';
  test(`the writing trial finds nothing wrong with a coind that has been in use, ${how}`, async () => {
    await expectNothingWrong('coind', [`-txindex=${txindex}`], [], 2_500);
  });
  test(`the writing trial finds nothing wrong with a litecoind that has been in use, ${how}`, async (ctx) => {
    await needs(ctx, 'litecoind');
    await expectNothingWrong('litecoind', [`-txindex=${txindex}`], [], 2_300);
  });
}
