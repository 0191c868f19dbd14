import { test } from 'vitest';
import { needs } from './require.ts';
import { drawnOf, drawnShard, drawSeed } from './support/drawn.ts';
import { expectNoFindings } from './support/used-trial.ts';

/** Longer than for other tests: nodes make many keys, perhaps on a busy machine. */
const WITHIN_MS = 600_000;

/** Shards of the trials, other ones each time; the whole of each: `used-node.long.test.ts`. */
const drawn = `PYX_SEED=${drawSeed}`;

for (const daemon of ['coind', 'litecoind'] as const) {
  const [txindex = 1] = drawnOf(`txindex of ${daemon}`, [1, 0], 1);
  const how = txindex === 1 ? 'with -txindex' : 'without -txindex';
  const shard = drawnShard(`read-only ${daemon}`, 3);
  test(
    `--read-only has no findings on a ${daemon} that was in use before, ${how}, shard ${shard} (${drawn})`,
    async (ctx) => {
      if (daemon === 'litecoind') await needs(ctx, 'litecoind');
      await expectNoFindings(daemon, [`-txindex=${txindex}`], ['--read-only', '--shard', shard], 230);
    },
    WITHIN_MS,
  );
}

const writing = drawnShard('writing', 6);
test(
  `the writing trial has no findings on a coind that was in use before, without -txindex, shard ${writing} (${drawn})`,
  async () => {
    await expectNoFindings('coind', ['-txindex=0'], ['--shard', writing], 375);
  },
  WITHIN_MS,
);
