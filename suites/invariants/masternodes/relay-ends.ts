import { stringify } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { ofMasternodes, withOneEnabled } from '../../support/masternodes.ts';
import { withMockTime } from '../../support/mock-time.ts';
import { callsTo } from '../../support/other-node.ts';
import { CONNECTED_WITHIN_MS, DISCONNECTED_WITHIN_MS } from '../../support/peers.ts';
import { countOf, votesOn } from '../../support/votes.ts';
import { holdsWithin, pause } from '../../support/wait-for.ts';
import { invariant } from '../invariant.ts';

const SYNCED_WITHIN_MS = 20_000;
const SPREAD_WITHIN_MS = 5_000;
/** Nodes that synchronise, or ping, pause in between; a message that goes round does not. */
const QUIET_MS = 250;
/** Less than a few messages about masternodes. */
const QUIET_BYTES = 1_000;
const QUIET_WITHIN_MS = 15_000;

async function trafficBytes(t: Trial): Promise<number> {
  const { totalbytesrecv, totalbytessent } = await t.result('getnettotals');
  return Number(totalbytesrecv) + Number(totalbytessent);
}

async function mustBeQuiet(t: Trial, after: string): Promise<void> {
  let bytes = 0;
  const isQuiet = await holdsWithin(t, QUIET_WITHIN_MS, async () => {
    const before = await trafficBytes(t);
    await pause(t, QUIET_MS);
    bytes = (await trafficBytes(t)) - before;
    return bytes < QUIET_BYTES;
  });
  t.ok(isQuiet, `two nodes that nobody calls exchange ${bytes} bytes within ${QUIET_MS} ms, ${QUIET_WITHIN_MS / 1000} s after ${after}`);
}

export const relayEndInvariants: readonly Case[] = [
  invariant({
    ...ofMasternodes,
    id: 'masternode-relay/ends',
    text: 'Nodes with two connections between them stay connected, and do not send the same masternodes, governance objects and votes round and round.',
    methods: [
      'getnettotals',
      'masternodebroadcast relay',
      'masternode start-all',
      'masternodelist',
      'gobject prepare',
      'gobject submit',
      'gobject vote-many',
      'gobject getvotes',
      'addnode',
      'disconnectnode',
      'getpeerinfo',
      'getbestblockhash',
    ],
    effect: ['wallet', 'chain', 'network'],
    evidence: 'standard',
    source: 'relaying by flooding: a node relays a message when it receives it for the first time',
    ownNode: true,
    run: async (t: Trial) => {
      const address = t.node.peerAddress;
      if (address === undefined) t.inapplicable('the node has no address for peers');
      const { node, address: peerAddress } = await t.world.use('peer');
      const peer = callsTo(t, node);
      // A ring of two: what comes over one connection could go back over the other.
      const isRing = async (): Promise<boolean> => (await t.result('getpeerinfo')).length > 1;
      const connects = async (): Promise<boolean> => {
        await t.result('addnode', { node: peerAddress, command: 'onetry' });
        await peer('addnode', { node: address, command: 'onetry' });
        return holdsWithin(t, CONNECTED_WITHIN_MS, isRing);
      };
      if (!(await connects())) t.inapplicable('the nodes do not connect to each other both ways');
      // The node is started again for it.
      const { own, configured } = await t.world.use('startedMasternodes');
      // Several, as a node that takes messages for invalid ends the connection after some.
      const hashes = [(await t.world.fresh('proposal')).hash, (await t.world.fresh('proposal')).hash];
      t.ok(await connects(), 'a node that has masternodes and proposals does not connect as before', { check: 'connection' });
      const tip = await t.result('getbestblockhash');
      await holdsWithin(t, SYNCED_WITHIN_MS, async () => (await peer('getbestblockhash')) === tip);
      await t.result('masternode start-all'); // anew: the other node knows the collaterals now
      for (const hash of hashes) await t.result('gobject vote-many', { 'governance-hash': hash, signal: 'funding', outcome: 'yes' });
      const [, hash = ''] = hashes;
      const votes = await votesOn(t, hash);
      if (configured.every((voter) => countOf(votes, voter) === 0)) t.inapplicable('no masternode of the node has voted');
      // Whether they arrive is judged by other cases.
      await holdsWithin(t, SPREAD_WITHIN_MS, async () => stringify(await peer('masternodelist')).includes(own.txid));
      // The other node refuses the call as long as it does not have the proposal.
      const { method, params } = t.world.service.request('gobject getvotes', { 'governance-hash': hash });
      await holdsWithin(t, SPREAD_WITHIN_MS, async () => {
        const reply = await node.client.call(method, params);
        return reply.type === 'result' && stringify(reply.result).includes(own.txid);
      });
      await mustBeQuiet(t, 'masternodes and votes on proposals were sent');
      t.ok(await isRing(), 'a connection ended while masternodes and votes on proposals were sent', { check: 'connection' });
      await peer('disconnectnode', { address });
      await holdsWithin(t, DISCONNECTED_WITHIN_MS, async () => !(await isRing()));
      // A node that connects is sent all of them again.
      t.ok(await connects(), 'a node that has masternodes and votes on proposals does not connect as before', { check: 'connection' });
      await mustBeQuiet(t, 'a node connected that has the same masternodes and votes');
      t.ok(await isRing(), 'a connection ended after both nodes had sent their masternodes and votes', { check: 'connection' });
      // An enabled masternode votes for the one to be paid at each block.
      await withMockTime(t, async (at) => {
        await withOneEnabled(t, at);
        await t.world.mine(1);
        await mustBeQuiet(t, 'a block came with a masternode that is enabled');
      });
    },
  }),
];
