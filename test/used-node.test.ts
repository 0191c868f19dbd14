import { test } from 'vitest';
import { needs } from './require.ts';
import { drawnShard, drawSeed } from './support/drawn.ts';
import { expectNoFindings } from './support/used-trial.ts';

/** Longer than for other tests: nodes make many keys, perhaps on a busy machine. */
const WITHIN_MS = 600_000;

/** Shards of the trials, other ones each time; the whole of each: `used-node.long.test.ts`. */
const drawn = `PYX_SEED=${drawSeed}`;

for (const txindex of [1, 0]) {
  const how = txindex === 1 ? 'with -txindex' : 'without -txindex';
  for (const daemon of ['coind', 'litecoind'] as const) {
    const shard = drawnShard(`read-only ${daemon} ${how}`, 2);
    test(
      `--read-only has no findings on a ${daemon} that was in use before, ${how}, shard ${shard} (${drawn})`,
      async (ctx) => {
        if (daemon === 'litecoind') await needs(ctx, 'litecoind');
        await expectNoFindings(daemon, [`-txindex=${txindex}`], ['--read-only', '--shard', shard], 350);
      },
      WITHIN_MS,
    );
  }
}

const writing = drawnShard('writing', 3);
test(
  `the writing trial has no findings on a coind that was in use before, without -txindex, shard ${writing} (${drawn})`,
  async () => {
    await expectNoFindings('coind', ['-txindex=0'], ['--shard', writing], 750);
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
