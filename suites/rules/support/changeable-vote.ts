import type { Trial } from '../../../engine/trial.ts';
import { currentTime } from '../../../fixtures/world/ingredients/proposals.ts';
import type { ConfiguredMasternode } from '../../../fixtures/world/types.ts';
import { rawVote } from '../../../fixtures/world/votes.ts';
import { VOTES_APART_S } from '../../support/votes.ts';

/** A masternode that voted yes on a new proposal. */
export interface ChangeableVote {
  readonly hash: string;
  readonly voter: ConfiguredMasternode;
  /** Votes no, later than the first vote. */
  change(): Promise<void>;
}

/** The own masternode votes yes on a new proposal, so early that it may vote again at once. */
export async function changeableVote(t: Trial): Promise<ChangeableVote> {
  const { own: voter } = await t.world.use('startedMasternodes');
  const { hash } = await t.world.fresh('proposal');
  const vote = { hash, signal: 'funding' } as const;
  await t.result('voteraw', await rawVote(t.world, { ...vote, outcome: 'yes', time: currentTime() - VOTES_APART_S }, voter));
  return {
    hash,
    voter,
    change: async () => void (await t.result('voteraw', await rawVote(t.world, { ...vote, outcome: 'no' }, voter))),
  };
}
