import type { Case } from '../../../engine/case.ts';
import { extClientNodes, follows, learntBlocks, outcomeOf, startClient, thenStopped } from '../../support/ext-client.ts';
import { openQuestion } from '../open-question.ts';
import { rule } from '../rule.ts';

export const coinstopextclientRules: readonly Case[] = [
  rule({
    ...extClientNodes,
    rule: ['coinstopextclient/client', 'coinstopextclient/relayer'],
    uses: [...extClientNodes.uses, 'coinstartextclient'],
    run: async (t) => {
      await startClient(t);
      await thenStopped(t, async () => {
        if (!(await follows(t))) t.inapplicable('the node does not follow its client, so that its end cannot be seen');
        await t.result('coinstopextclient');
        t.equal(await learntBlocks(t), 0, 'number of external blocks that the node learns of after coinstopextclient');
      });
    },
  }),
  openQuestion({
    ...extClientNodes,
    question: 'coinstopextclient/not-running',
    uses: [...extClientNodes.uses, 'coinstartextclient'],
    run: async (t) => {
      await startClient(t);
      await t.result('coinstopextclient');
      return outcomeOf(t, 'coinstopextclient');
    },
  }),
];
