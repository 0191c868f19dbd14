import type { Case } from '../../../engine/case.ts';
import { holdsData, makesProposal } from '../../support/proposals.ts';
import { rule } from '../rule.ts';

export const gobjectGetRules: readonly Case[] = [
  rule({
    rule: 'gobject-get/object',
    effect: ['wallet', 'chain', 'network'],
    uses: makesProposal,
    run: async (t) => {
      const [proposal, other] = [await t.world.fresh('proposal'), await t.world.fresh('proposal')];
      const result = await t.result('gobject get', { 'governance-hash': proposal.hash });
      t.ok(holdsData(result, proposal), 'gobject get does not return the data of the proposal with this hash');
      t.ok(!holdsData(result, other), 'gobject get returns the data of another proposal');
      // That a hash without an object is refused is not stated; its answer can hold no object.
      const answer = await t.call('gobject get', { 'governance-hash': t.random.hex(32) });
      if (!answer.ok) return;
      for (const object of [proposal, other])
        t.ok(!holdsData(answer.result, object), 'gobject get returns the data of a proposal for a hash that no object has');
    },
  }),
];
