import type { Case } from '../../../engine/case.ts';
import { extClientNodes, follows, outcomeOf, startClient, thenStopped } from '../../support/ext-client.ts';
import { openQuestion } from '../open-question.ts';
import { rule } from '../rule.ts';

export const coinstartextclientRules: readonly Case[] = [
  rule({
    ...extClientNodes,
    rule: ['coinstartextclient/client', 'coinstartextclient/relayer'],
    uses: [...extClientNodes.uses, 'coinstopextclient'],
    run: async (t) => {
      await startClient(t);
      await thenStopped(t, async () => {
        // The client has blocks only if it runs, and the node learns of them only by the relayer.
        t.ok(await follows(t), 'extclient_current_block does not rise after coinstartextclient: no header of the client reaches the node', {
          path: 'extclient_current_block',
        });
      });
    },
  }),
  rule({
    ...extClientNodes,
    rule: ['coinstartextclient/client', 'coinstartextclient/relayer'],
    case: 'after-stop',
    uses: [...extClientNodes.uses, 'coinstopextclient'],
    run: async (t) => {
      await startClient(t);
      await thenStopped(t, async () => {
        if (!(await follows(t))) t.inapplicable('the node does not follow its client, so that its end cannot be seen');
        await t.result('coinstopextclient');
        await t.result('coinstartextclient');
        t.ok(await follows(t), 'extclient_current_block does not rise after the client was stopped and started again', {
          path: 'extclient_current_block',
        });
      });
    },
  }),
  openQuestion({
    question: 'coinstartextclient/without-program',
    effect: ['network'],
    run: (t) => outcomeOf(t, 'coinstartextclient'),
  }),
  openQuestion({
    ...extClientNodes,
    question: 'coinstartextclient/again',
    uses: [...extClientNodes.uses, 'coinstopextclient'],
    run: async (t) => {
      await startClient(t);
      let seen = '';
      await thenStopped(t, async () => {
        await follows(t);
        seen = await outcomeOf(t, 'coinstartextclient');
        seen += (await follows(t)) ? ', the node follows the client' : ', the node does not follow the client';
      });
      return seen;
    },
  }),
];
