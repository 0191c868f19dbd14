import type { Case } from '../../../engine/case.ts';
import {
  currentBlock,
  extClientNodes,
  follows,
  followsOnceStarted,
  learntBlocks,
  outcomeOf,
  startClient,
  thenStopped,
} from '../../support/ext-client.ts';
import { pause } from '../../support/wait-for.ts';
import { openQuestion } from '../open-question.ts';
import { rule } from '../rule.ts';
import { mining, OwnExtClient } from '../support/own-ext-client.ts';

/** Between two calls of which the first is answered late. */
const APART_MS = 300;
/** How long a node waits, as coind does, for a client that it has asked to end. */
const ENDED_WITHIN_MS = 2_500;

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
  rule({
    ...extClientNodes,
    effect: ['network', 'process'],
    ownNode: true,
    rule: ['coinstopextclient/client', 'coinstopextclient/relayer'],
    case: 'stubborn',
    uses: [...extClientNodes.uses, 'coinstartextclient'],
    run: async (t) => {
      const client = await OwnExtClient.of(t);
      const stubborn = `trap '' TERM; ${mining()}`;
      await client.becomes(stubborn);
      await t.result('coinstartextclient');
      if (!(await follows(t))) t.inapplicable('the node does not follow a client that Pyx has written');
      await client.becomes(stubborn);
      // Which of the two comes first is for the node; both are answered.
      const stopped = t.world.result('coinstopextclient');
      await pause(t, APART_MS);
      await Promise.all([stopped, t.world.service.call('coinstartextclient')]);
      const known = await currentBlock(t);
      await client.becomes(mining());
      const isStarted = await followsOnceStarted(t, known);
      t.ok(isStarted, 'extclient_current_block does not rise once coinstartextclient was called after the end of a client that ends late');
      // The client before it may be ending still.
      await pause(t, ENDED_WITHIN_MS);
      t.ok(await follows(t), 'extclient_current_block does not rise any more, though only clients from before coinstartextclient ended');
      await t.result('coinstopextclient');
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
