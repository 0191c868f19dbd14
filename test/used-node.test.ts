import { test } from 'vitest';
import { needs } from './require.ts';
import { expectNoFindings } from './support/used-trial.ts';

/** Longer than for other tests: nodes make many keys, perhaps on a busy machine. */
const WITHIN_MS = 600_000;

/** The writing trial of all cases against each of these nodes: `used-node.long.test.ts`. */
for (const txindex of [1, 0]) {
  const how = txindex === 1 ? 'with -txindex' : 'without -txindex';
  test(
    `--read-only has no findings on a coind that was in use before, ${how}`,
    async () => {
      await expectNoFindings('coind', [`-txindex=${txindex}`], ['--read-only'], 800);
    },
    WITHIN_MS,
  );
  test(
    `--read-only has no findings on a litecoind that was in use before, ${how}`,
    async (ctx) => {
      await needs(ctx, 'litecoind');
      await expectNoFindings('litecoind', [`-txindex=${txindex}`], ['--read-only'], 750);
    },
    WITHIN_MS,
  );
}

test(
  'the writing trial has no findings on a coind that was in use before, without -txindex',
  async () => {
    await expectNoFindings('coind', ['-txindex=0'], [], 2_500);
  },
  WITHIN_MS,
);

test(
  'the writing trial of some methods has no findings on a litecoind that was in use before, without -txindex',
  async (ctx) => {
    await needs(ctx, 'litecoind');
    const methods = ['getrawtransaction', 'getblockstats', 'gettxoutproof', 'gettxout', 'unloadwallet', 'setban'];
    await expectNoFindings('litecoind', ['-txindex=0'], ['--method', methods.join(',')], 100);
  },
  WITHIN_MS,
);
