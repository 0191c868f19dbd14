import { stringify } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import { OUTCOMES, rawVote, SIGNALS } from '../../../fixtures/world/votes.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';
import { listed, makesProposal } from '../../support/proposals.ts';
import { voting } from '../../support/votes.ts';

/** The sum of all numbers in an answer, or in its text: the documents do not name the counts. */
function sumOf(answer: Wire): number {
  const numbers = JSON.stringify(answer).match(/\d+/g) ?? [];
  return numbers.reduce((sum, number) => sum + Number(number), 0);
}

/** By how much each number in an answer, or in its text, has risen. Inapplicable if there are now other numbers. */
function rises(t: Trial, before: Wire, after: Wire): number[] {
  const numbers = (answer: Wire): number[] => (stringify(answer).match(/\d+/g) ?? []).map(Number);
  const [earlier, later] = [numbers(before), numbers(after)];
  if (earlier.length !== later.length) t.inapplicable('the counts are not always shown in the same form');
  return later.map((number, at) => number - earlier[at]!);
}

/** How many objects `gobject list all` lists; undefined where the answer is no object, as the documents do not show its form. */
async function listedObjects(t: Trial): Promise<number | undefined> {
  const answer = await listed(t, 'all');
  return answer !== null && typeof answer === 'object' ? Object.keys(answer).length : undefined;
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
  rule({
    ...voting,
    rule: 'gobject-count/counts',
    case: 'each',
    uses: [...voting.uses, 'voteraw', 'gobject list'],
    run: async (t) => {
      const { configured } = await t.world.use('startedMasternodes');
      const proposals = [await t.world.fresh('proposal'), await t.world.fresh('proposal')];
      for (const format of ['json', 'all'] as const) {
        const counts = (): Promise<Wire> => t.result('gobject count', { format });
        const first = await counts();
        const listedBefore = await listedObjects(t);
        for (let number = 0; number < 2; number++) proposals.push(await t.world.fresh('proposal'));
        const second = await counts();
        const afterProposals = rises(t, first, second);
        t.ok(afterProposals.includes(2), `gobject count ${format}: no count has risen by 2 after two proposals`, { path: format });
        // A node may have made or erased other objects meanwhile, and voted on them.
        if (listedBefore !== undefined && (await listedObjects(t)) === listedBefore + 2)
          t.ok(
            afterProposals.every((rise) => rise <= 2),
            `gobject count ${format}: a count has risen by ${Math.max(...afterProposals)} after two proposals without votes`,
            { path: format },
          );
        let votes = 0;
        for (const { hash } of proposals.splice(0, 2))
          for (const masternode of configured)
            for (const signal of SIGNALS.slice(0, 1 + (votes % 2))) {
              const outcome = t.random.pick(OUTCOMES);
              await t.result('voteraw', await rawVote(t.world, { hash, signal, outcome }, masternode));
              votes++;
            }
        const risen = rises(t, second, await counts());
        t.ok(risen.includes(votes), `gobject count ${format}: no count has risen by ${votes} after as many votes`, { path: format });
        t.ok(risen.includes(0), `gobject count ${format}: every count has risen after votes, also that of objects`, { path: format });
      }
    },
  }),
];
