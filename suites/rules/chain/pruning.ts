import type { Trial } from '../../engine/trial.ts';
import type { Case } from '../../engine/types.ts';
import { rule } from '../rule.ts';

/** Nodes of this family keep this many blocks whatever they are told, and need some more before they prune at all. */
const CHAIN_BLOCKS = 300;
const TWO_HOURS_S = 7_200;

interface Header {
  readonly time: number;
  readonly mediantime: number;
}

/** Makes sure that the chain has blocks that could be pruned. Gives its height. */
async function longChain(t: Trial): Promise<number> {
  const height = await t.world.result<number>('getblockcount');
  if (height < CHAIN_BLOCKS) await t.world.mine(CHAIN_BLOCKS - height);
  return Math.max(height, CHAIN_BLOCKS);
}

async function blockAt(t: Trial, height: number): Promise<{ hash: string; header: Header; readable: boolean }> {
  const hash = await t.world.result<string>('getblockhash', { height });
  const header = await t.world.result<Header>('getblockheader', { hash });
  const { ok } = await t.call('getblock', { blockhash: hash, verbosity: 0 });
  return { hash, header, readable: ok };
}

/**
 * Prunes, and gives the height of the last block that is really gone. How long a chain must be for that, and in which
 * portions blocks go, is left open: where none goes there is nothing to judge.
 */
async function prune(t: Trial, argument: number): Promise<{ answer: number; lastGone: number }> {
  const answer = await t.call('pruneblockchain', { height: argument });
  if (!answer.ok) t.inapplicable(`the node does not prune a chain of ${CHAIN_BLOCKS} blocks (${answer.error.message}), and how long one must be is left open`);
  let lastGone = 0;
  while (!(await blockAt(t, lastGone + 1)).readable) lastGone += 1;
  if (lastGone === 0) t.inapplicable(`the node removes no block of a chain of ${CHAIN_BLOCKS}, and in which portions they go is left open`);
  return { answer: answer.result as number, lastGone };
}

export const pruningRules: readonly Case[] = [
  rule({
    rule: 'pruneblockchain/by-time',
    effect: ['chain'],
    profile: 'prune',
    run: async (t) => {
      const height = await longChain(t);
      const { header } = await blockAt(t, Math.floor(height / 40));
      const time = header.time + TWO_HOURS_S;
      const { lastGone } = await prune(t, time);
      const gone = (await blockAt(t, lastGone)).header;
      t.ok(
        Math.min(gone.time, gone.mediantime) + TWO_HOURS_S <= time,
        `block ${lastGone} was removed, but it is less than two hours older than the timestamp given`,
      );
    },
  }),
  rule({
    rule: ['pruneblockchain/by-height', 'pruneblockchain/last-pruned', 'getblockstats/pruned'],
    effect: ['chain'],
    profile: 'prune',
    run: async (t) => {
      const height = Math.floor((await longChain(t)) / 30);
      const { answer, lastGone } = await prune(t, height);
      t.ok(lastGone <= height, `block ${lastGone} was removed, but only those up to ${height} were to be`);
      t.equal(answer, lastGone, 'the height of the last block that was pruned');
      await t.refused('getblockstats', { hash_or_height: t.random.integer(1, lastGone) }, 'the block was pruned');
    },
  }),
];
