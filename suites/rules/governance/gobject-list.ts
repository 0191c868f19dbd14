import type { Case } from '../../../engine/case.ts';
import { checkFiltered, filters, listed, makesProposal, names, votedProposals } from '../../support/proposals.ts';
import { voting } from '../../support/votes.ts';
import { openQuestion } from '../open-question.ts';
import { rule } from '../rule.ts';

const effect = ['wallet', 'chain', 'network'] as const;
export const gobjectListRules: readonly Case[] = [
  rule({
    rule: 'gobject-list/filters',
    effect,
    uses: makesProposal,
    run: async (t) => {
      const proposal = await t.world.fresh('proposal');
      t.ok(names(await listed(t, 'all'), proposal), 'gobject list all does not have a submitted proposal', { path: 'all' });
      for (const option of ['funding', 'delete'] as const)
        t.ok(!names(await listed(t, option), proposal), `gobject list ${option} has a proposal without votes`, { path: option });
    },
  }),
  rule({
    ...voting,
    rule: 'gobject-list/filters',
    case: 'voted',
    uses: [...voting.uses, 'gobject vote-many', 'getgovernanceinfo'],
    run: async (t) => {
      const proposals = await votedProposals(t);
      for (const filter of filters) checkFiltered(t, await listed(t, filter), { filter, proposals, what: 'gobject list' });
      for (const [signal, proposal] of [
        ['funding', proposals.funded],
        ['delete', proposals.deleted],
      ] as const) {
        await t.result('gobject vote-many', { 'governance-hash': proposal.hash, signal, outcome: 'no' });
        t.ok(!names(await listed(t, signal), proposal), `gobject list ${signal} has a proposal for which all masternodes voted no later`, {
          path: signal,
        });
      }
    },
  }),
  openQuestion({
    question: 'gobject-list/default-filter',
    effect,
    uses: makesProposal,
    run: async (t) => {
      const proposal = await t.world.use('proposal');
      const text = JSON.stringify(await t.result('gobject list'));
      const same: string[] = [];
      for (const option of filters) if (JSON.stringify(await listed(t, option)) === text) same.push(option);
      return `as ${same.join(' or ')}, ${text.includes(proposal.hash) ? 'with' : 'without'} a proposal that has no votes`;
    },
  }),
];
