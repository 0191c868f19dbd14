import type { Case } from '../../../engine/case.ts';
import { checkedResult } from '../../support/checked-result.ts';
import {
  currentBlock,
  extClientNodes,
  follows,
  followsOnceStarted,
  outcomeOf,
  startClient,
  thenStopped,
} from '../../support/ext-client.ts';
import { openQuestion } from '../open-question.ts';
import { rule } from '../rule.ts';
import { mining, OwnExtClient } from '../support/own-ext-client.ts';

const ownClient = {
  ...extClientNodes,
  effect: ['network', 'process'],
  ownNode: true,
  uses: [...extClientNodes.uses, 'coinstopextclient'],
} as const;

/** What no node can use: the documents do not show what a client prints, but they show all values of the fields. */
const UNUSABLE = [
  'text',
  'null',
  '[]',
  '{"level": "info"}',
  '{"syncing_status": "syncing", "highestBlock": "5"}',
  '{"syncing_status": "syncing"}',
  '{"syncing_status": "syncing", "highestBlock": 4294967296}',
  '{"syncing_status": "stalled", "highestBlock": 5}',
];

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
  rule({
    ...ownClient,
    rule: ['coinstartextclient/relayer', 'coinstartextclient/client'],
    case: 'output',
    run: async (t) => {
      const client = await OwnExtClient.of(t);
      await client.becomes(`head -c 1000000 /dev/zero | tr '\\0' x >&2\n${mining('header_in_pieces')}`);
      await t.result('coinstartextclient');
      await thenStopped(t, async () => {
        t.ok(
          await follows(t),
          'extclient_current_block does not rise while the client prints its headers in pieces, after much error output',
          { path: 'extclient_current_block' },
        );
      });
      // A node may end a client of which it cannot use a line.
      await client.becomes(`${UNUSABLE.map((line) => `echo '${line}'`).join('\n')}\n${mining()}`);
      await t.result('coinstartextclient');
      await thenStopped(t, async () => {
        await follows(t);
        await checkedResult(t, 'getblockchaininfo');
      });
    },
  }),
  rule({
    ...ownClient,
    rule: ['coinstartextclient/client', 'coinstartextclient/relayer'],
    case: 'ended',
    run: async (t) => {
      const client = await OwnExtClient.of(t);
      // What is returned without a program that can be run is an open question; that it is JSON is none.
      await client.vanishes();
      await t.call('coinstartextclient');
      await client.becomesFolder();
      await t.call('coinstartextclient');
      await client.vanishes();
      await thenStopped(t, async () => {
        for (const when of ['now that there is its program', 'after it has ended']) {
          const known = await currentBlock(t);
          await client.becomes('header');
          t.ok(
            await followsOnceStarted(t, known),
            `coinstartextclient does not start the client ${when}: no header of it reaches the node`,
            {
              path: 'extclient_current_block',
            },
          );
        }
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
