import type { Case } from '../../../engine/case.ts';
import { checkFiltered, differing, filters, makesProposal, names, votedProposals } from '../../support/proposals.ts';
import { voting } from '../../support/votes.ts';
import { rule } from '../rule.ts';

const effect = ['wallet', 'chain', 'network'] as const;
export const gobjectDiffRules: readonly Case[] = [
  rule({
    rule: 'gobject-diff/since-last',
    effect,
    uses: makesProposal,
    run: async (t) => {
      const earlier = await t.world.use('proposal');
      await differing(t, 'all');
      const later = await t.world.fresh('proposal');
      const differences = await differing(t, 'all');
      t.ok(names(differences, later), 'gobject diff does not have a proposal that was submitted since the last diff');
      t.ok(!names(differences, earlier), 'gobject diff has a proposal that the last diff had, and that has not changed');
      t.ok(!names(await differing(t, 'all'), later), 'gobject diff has a proposal again, although nothing has changed since the last diff');
    },
  }),
  rule({
    rule: 'gobject-diff/since-last',
    case: 'other-calls',
    effect,
    uses: [...makesProposal, 'gobject list', 'gobject get', 'gobject count', 'gobject getvotes', 'gobject getcurrentvotes'],
    run: async (t) => {
      await differing(t, 'all');
      const proposals = [await t.world.fresh('proposal'), await t.world.fresh('proposal'), await t.world.fresh('proposal')];
      for (const option of filters) await t.result('gobject list', { option });
      await t.result('gobject count');
      for (const { hash } of proposals)
        for (const method of ['gobject get', 'gobject getvotes', 'gobject getcurrentvotes'] as const)
          await t.result(method, { 'governance-hash': hash });
      const differences = await differing(t, 'all');
      for (const [number, proposal] of proposals.entries())
        t.ok(
          names(differences, proposal),
          `gobject diff does not have new proposal ${number}, which no diff has had: only other calls have`,
        );
    },
  }),
  rule({
    rule: 'gobject-diff/filters',
    effect,
    uses: makesProposal,
    run: async (t) => {
      // It has no votes.
      for (const option of ['funding', 'delete'] as const) {
        const proposal = await t.world.fresh('proposal');
        t.ok(!names(await differing(t, option), proposal), `gobject diff ${option} has a proposal without votes`, { path: option });
      }
    },
  }),
  rule({
    ...voting,
    rule: 'gobject-diff/filters',
    case: 'voted',
    uses: [...voting.uses, 'gobject vote-many', 'getgovernanceinfo'],
    run: async (t) => {
      for (const filter of filters) {
        const proposals = await votedProposals(t);
        checkFiltered(t, await differing(t, filter), { filter, proposals, what: 'gobject diff' });
      }
    },
  }),
];
