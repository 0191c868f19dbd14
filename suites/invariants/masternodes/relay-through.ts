import { stringify } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { optionsOfMasternode } from '../../../fixtures/world/ingredients/masternodes.ts';
import { submission } from '../../../fixtures/world/ingredients/proposals.ts';
import type { ConfiguredMasternode } from '../../../fixtures/world/types.ts';
import { rawVote } from '../../../fixtures/world/votes.ts';
import type { Services } from '../../../specs/model/generated/wire.d.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { finishSync } from '../../support/finish-sync.ts';
import { broadcastIn, enabledAfterS, ofMasternodes, textOf } from '../../support/masternodes.ts';
import { withMockTime } from '../../support/mock-time.ts';
import { callsTo } from '../../support/other-node.ts';
import { CONNECTED_WITHIN_MS } from '../../support/peers.ts';
import { withTwoEnabled } from '../../support/two-masternodes.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { invariant } from '../invariant.ts';

const SYNCED_WITHIN_MS = 20_000;
const ARRIVED_WITHIN_MS = 60_000;

const FLOODING = 'relaying by flooding: a node relays a message when it receives it for the first time';

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
    source: FLOODING,
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
  invariant({
    ...ofMasternodes,
    id: 'masternode-relay/pings',
    text: 'A node sees the pings of a masternode that its peer is, and its peer those of the masternode that the node is.',
    methods: ['masternodelist', 'masternode start-all', 'getbestblockhash', 'mnsync'],
    effect: ['wallet', 'chain', 'network'],
    evidence: 'standard',
    source: FLOODING,
    ownNode: true,
    timeoutMs: 300_000, // four waits
    run: (t: Trial) =>
      withMockTime(t, async (at) => {
        const { own, second, nowS } = await withTwoEnabled(t, at);
        const { node } = await t.world.use('peer');
        const peer = callsTo(t, node);
        const pingS = nowS + enabledAfterS(t);
        await node.restart([...optionsOfMasternode(second), `-mocktime=${pingS}`]);
        await t.world.use('peer'); // connects again
        // From then on they no longer ask each other for lists.
        for (const each of [t.node, node]) await finishSync(t, each);
        await at(pingS);
        const atNode = ({ txid }: ConfiguredMasternode): Promise<number> =>
          t.result('masternodelist', LAST_SEEN).then((list) => lastSeenIn(list, txid));
        const atPeer = ({ txid }: ConfiguredMasternode): Promise<number> =>
          peer('masternodelist', LAST_SEEN).then((list) => lastSeenIn(list, txid));
        const mustBeSeen = async (
          masternode: ConfiguredMasternode,
          first: typeof atNode,
          other: typeof atNode,
          who: string,
        ): Promise<void> => {
          const pings = await holdsWithin(t, ARRIVED_WITHIN_MS, async () => (await first(masternode)) >= pingS);
          if (!pings) t.inapplicable(`${masternode.name} does not ping ${enabledAfterS(t)} s after its last ping`);
          const isSeen = await holdsWithin(t, ARRIVED_WITHIN_MS, async () => (await other(masternode)) >= pingS);
          t.ok(isSeen, `${who} does not see a ping of ${masternode.name} within ${ARRIVED_WITHIN_MS / 1000} s after its own node did`, {
            check: 'lastseen',
          });
        };
        await mustBeSeen(own, atNode, atPeer, 'a peer');
        await mustBeSeen(second, atPeer, atNode, 'the node');
      }),
  }),
];

const LAST_SEEN = { mode: 'lastseen' } as const;

/** When a masternode was last seen, by such a list, in epoch seconds; 0 if it is not listed. */
function lastSeenIn(list: Wire, txid: string): number {
  const found = Object.entries(list ?? {}).find(([key]) => key.includes(txid));
  return found === undefined ? 0 : Number(textOf(found[1] as Wire));
}
