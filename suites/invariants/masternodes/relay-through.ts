import { stringify } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { submission } from '../../../fixtures/world/ingredients/proposals.ts';
import { rawVote } from '../../../fixtures/world/votes.ts';
import type { Services } from '../../../specs/model/generated/wire.d.ts';
import { finishSync } from '../../support/finish-sync.ts';
import { broadcastIn, ofMasternodes } from '../../support/masternodes.ts';
import { callsTo } from '../../support/other-node.ts';
import { CONNECTED_WITHIN_MS } from '../../support/peers.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { invariant } from '../invariant.ts';

const SYNCED_WITHIN_MS = 20_000;
const ARRIVED_WITHIN_MS = 60_000;

type Reading = 'masternodelist' | 'gobject get' | 'gobject getvotes';

export const relayThroughInvariants: readonly Case[] = [
  invariant({
    ...ofMasternodes,
    id: 'masternode-relay/through',
    text: 'A node sends the masternodes, governance objects and votes that one peer sent it to its other peers.',
    methods: [
      'masternodebroadcast create-name',
      'masternodebroadcast relay',
      'masternodelist',
      'gobject prepare',
      'gobject submit',
      'gobject get',
      'voteraw',
      'gobject getvotes',
      'addnode',
      'getpeerinfo',
      'mnsync',
      'getbestblockhash',
    ],
    effect: ['wallet', 'chain', 'network'],
    evidence: 'standard',
    source: 'relaying by flooding: a node relays a message when it receives it for the first time',
    ownNode: true,
    timeoutMs: 300_000, // three waits
    run: async (t: Trial) => {
      // The node is started again for it.
      const { own, configured } = await t.world.use('masternodes');
      const voter = t.random.pick(configured.filter((each) => each !== own));
      const prepared = await t.world.fresh('preparedProposal');
      const { node: sender } = await t.world.use('peer');
      const receiver = await t.world.startNode();
      if (receiver.peerAddress === undefined) t.inapplicable('the third node has no address for peers');
      await t.result('addnode', { node: receiver.peerAddress, command: 'onetry' });
      const inRow = await holdsWithin(t, CONNECTED_WITHIN_MS, async () => (await t.result('getpeerinfo')).length === 2);
      if (!inRow) t.inapplicable('the node does not connect to two others');
      const [send, receive] = [callsTo(t, sender), callsTo(t, receiver)];
      const tip = await t.result('getbestblockhash');
      const haveOneTip = await holdsWithin(t, SYNCED_WITHIN_MS, async () => {
        const tips = [await send('getbestblockhash'), await receive('getbestblockhash')];
        return tips.every((other) => other === tip);
      });
      if (!haveOneTip) t.inapplicable(`the other nodes do not reach the tip within ${SYNCED_WITHIN_MS / 1000} s`);
      for (const node of [t.node, sender, receiver]) await finishSync(t, node);

      /** Whether an answer of another node names something; a refusal of what it does not know names nothing. */
      const names = async <M extends Reading>(other: typeof sender, id: M, args: Services[M]['named'], text: string): Promise<boolean> => {
        const { method, params } = t.world.service.request(id, args);
        const reply = await other.client.call(method, params);
        return reply.type === 'result' && stringify(reply.result).includes(text);
      };
      const mustArrive = async <M extends Reading>(what: string, id: M, args: Services[M]['named'], text: string): Promise<void> => {
        if (!(await names(sender, id, args, text))) t.inapplicable(`the second node does not have the ${what} that it was given`);
        const arrived = await holdsWithin(t, ARRIVED_WITHIN_MS, () => names(receiver, id, args, text));
        t.ok(arrived, `a peer does not have the ${what} ${ARRIVED_WITHIN_MS / 1000} s after another peer of the node was given it`, {
          check: 'peer',
        });
      };
      const hex = broadcastIn(t, await t.result('masternodebroadcast create-name', { name: voter.name }));
      await send('masternodebroadcast relay', { hex });
      await mustArrive('masternode', 'masternodelist', {}, voter.txid);
      const hash = await send('gobject submit', submission(prepared));
      if (typeof hash !== 'string') t.inapplicable('gobject submit does not return the hash of the object');
      await mustArrive('object', 'gobject get', { 'governance-hash': hash }, prepared.dataHex);
      await send('voteraw', await rawVote(t.world, { hash, signal: 'funding', outcome: 'yes' }, voter));
      await mustArrive('vote', 'gobject getvotes', { 'governance-hash': hash }, voter.txid);
    },
  }),
];
