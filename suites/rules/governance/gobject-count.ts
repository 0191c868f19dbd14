import type { Wire } from '../../../specs/model/wire.ts';
import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';
import { makesProposal } from '../../support/proposals.ts';

/** The sum of all numbers in an answer, or in its text: the documents do not name the counts. */
function sumOf(answer: Wire): number {
  const numbers = JSON.stringify(answer).match(/\d+/g) ?? [];
  return numbers.reduce((sum, number) => sum + Number(number), 0);
}

export const gobjectCountRules: readonly Case[] = [
  rule({
    rule: 'gobject-count/counts',
    effect: ['wallet', 'chain', 'network'],
    uses: makesProposal,
    run: async (t) => {
      await t.world.use('preparedProposal');
      for (const format of ['json', 'all'] as const) {
        const before = await t.result('gobject count', { format });
        await t.world.fresh('proposal');
        const after = await t.result('gobject count', { format });
        t.ok(sumOf(after) > sumOf(before), `gobject count ${format} counts no more after a proposal was submitted`, { path: format });
      }
    },
  }),
];
