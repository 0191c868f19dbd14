import { test } from 'vitest';
import { needs } from './require.ts';
import { expectNothingWrong } from './support/used-trial.ts';

/** Longer than other tests may take: nodes that make their keys on a machine with other work. */
const WITHIN_MS = 600_000;

/** The writing trial of all cases against each of these nodes: `used-node.long.test.ts`. */
for (const txindex of [1, 0]) {
  const how = txindex === 1 ? 'with -txindex' : 'without -txindex';
  test(
    `--read-only finds nothing wrong with a coind that has been in use, ${how}`,
    async () => {
      await expectNothingWrong('coind', [`-txindex=${txindex}`], ['--read-only'], 800);
    },
    WITHIN_MS,
  );
  test(
    `--read-only finds nothing wrong with a litecoind that has been in use, ${how}`,
    async (ctx) => {
      await needs(ctx, 'litecoind');
      await expectNothingWrong('litecoind', [`-txindex=${txindex}`], ['--read-only'], 750);
    },
    WITHIN_MS,
  );
}

test(
  'the writing trial finds nothing wrong with a coind that has been in use, without -txindex',
  async () => {
    await expectNothingWrong('coind', ['-txindex=0'], [], 2_500);
  },
  WITHIN_MS,
);

test(
  'the writing trial of some methods finds nothing wrong with a litecoind that has been in use, without -txindex',
  async (ctx) => {
    await needs(ctx, 'litecoind');
    const methods = ['getrawtransaction', 'getblockstats', 'gettxoutproof', 'gettxout', 'unloadwallet', 'setban'];
    await expectNothingWrong('litecoind', ['-txindex=0'], ['--method', methods.join(',')], 100);
  },
  WITHIN_MS,
);
