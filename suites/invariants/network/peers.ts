import type { Params } from '../../../client/types.ts';
import type { NetTotals, NetworkInfo, PeerInfo } from '../../../specs/model/generated/wire.d.ts';
import type { ConnectedPeer } from '../../../fixtures/world/types.ts';
import { CaseOver, type Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { toNumber } from '../../support/amounts.ts';
import { invariant } from '../invariant.ts';
import { checkedResult } from '../../support/checked-result.ts';
import { present } from '../../support/present.ts';
import { holdsWithin } from '../../support/wait-for.ts';

/** Time limit for a block to reach a peer, and for a closed connection to be noticed. */
const BLOCK_MS = 15_000;
/** Time limit for a transaction to reach a peer. Nodes announce transactions after a random delay of some seconds, for privacy. */
const TRANSACTION_MS = 45_000;

const peers = (t: Trial): Promise<readonly PeerInfo[]> => t.result('getpeerinfo');
const totals = (t: Trial): Promise<NetTotals> => t.result('getnettotals');

async function thisPeer(t: Trial, { id }: ConnectedPeer): Promise<PeerInfo> {
  return present(
    t,
    (await peers(t)).find((peer) => peer.id === id),
    `getpeerinfo does not list the connection with id ${id}`,
  );
}

/** The result of a call to the other node, which must succeed. */
async function ask<T>(t: Trial, { node }: ConnectedPeer, method: string, params: Params = []): Promise<T> {
  const reply = await node.client.call(method, params);
  if (reply.type === 'result') return reply.result as T;
  const said = reply.type === 'error' ? reply.error.message : reply.fault.message;
  t.ok(false, `the peer did not answer ${method} with a result: ${said}`, { check: 'peer' });
  throw new CaseOver();
}

/** Waits until the peer has the best block of the node. */
async function synced(t: Trial, peer: ConnectedPeer): Promise<boolean> {
  const hash = await t.result('getbestblockhash');
  return holdsWithin(t, BLOCK_MS, async () => (await ask<string>(t, peer, 'getbestblockhash')) === hash);
}

const sum = (values: { readonly [name: string]: number }): number => Object.values(values).reduce((total, value) => total + value, 0);

const documented = { profile: 'peers', effect: ['network'], evidence: 'document', source: 'document 2, Peer network' } as const;

export const networkPeerInvariants: readonly Case[] = [
  invariant({
    ...documented,
    id: 'network-peers/fields',
    text: 'A connection is listed by getpeerinfo with every documented field, of its documented type.',
    // The cases of the method itself have no connection.
    methods: ['getpeerinfo'],
    run: async (t) => {
      await t.world.use('peer');
      await checkedResult(t, 'getpeerinfo');
    },
  }),
  invariant({
    ...documented,
    id: 'network-peers/count',
    text: 'connections in getnetworkinfo is the number of peers in getpeerinfo, and every peer has its own id.',
    methods: ['getnetworkinfo', 'getpeerinfo'],
    run: async (t) => {
      const { id } = await t.world.use('peer');
      const list = await peers(t);
      t.equal((await t.result('getnetworkinfo')).connections, list.length, 'connections (compared with the number of peers)', {
        path: 'connections',
      });
      const ids = list.map((peer) => peer.id);
      t.equal(new Set(ids).size, ids.length, 'the number of different ids', { path: 'id' });
      t.ok(ids.includes(id), `getpeerinfo does not list the connection with id ${id}`, { path: 'id' });
    },
  }),
  invariant({
    ...documented,
    id: 'network-peers/mirror',
    text: 'Each end of a connection reports the version, subver and services that the other end reports of itself.',
    methods: ['getpeerinfo', 'getnetworkinfo'],
    run: async (t) => {
      const peer = await t.world.use('peer');
      const here = await thisPeer(t, peer);
      const there = present(
        t,
        (await ask<PeerInfo[]>(t, peer, 'getpeerinfo')).find(({ addr }) => addr === here.addrbind),
        `the peer lists no connection from ${here.addrbind}`,
      );
      t.equal(here.inbound, false, 'inbound for a connection that the node made', { path: 'inbound' });
      t.equal(there.inbound, true, 'inbound at the other end', { path: 'inbound' });
      t.equal(here.addr, peer.address, 'addr', { path: 'addr' });
      const [own, others] = [await t.result('getnetworkinfo'), await ask<NetworkInfo>(t, peer, 'getnetworkinfo')];
      for (const [which, seen, said] of [
        ['the peer', here, others],
        ['the node (in getpeerinfo of its peer)', there, own],
      ] as const) {
        t.equal(seen.version, said.protocolversion, `version of ${which}`, { path: 'version' });
        t.equal(seen.subver, said.subversion, `subver of ${which}`, { path: 'subver' });
        t.equal(seen.services, said.localservices, `services of ${which}`, { path: 'services' });
      }
    },
  }),
  invariant({
    ...documented,
    id: 'network-peers/totals',
    text: 'Total traffic never falls and is at least that of the connected peers, and the bytes by message of a peer do not exceed its total.',
    evidence: 'standard',
    source: 'arithmetic',
    methods: ['getnettotals', 'getpeerinfo', 'ping'],
    run: async (t) => {
      await t.world.use('peer');
      const before = await totals(t);
      await t.result('ping');
      const list = await peers(t);
      const grown = async (): Promise<boolean> => (await totals(t)).totalbytessent > before.totalbytessent;
      t.ok(await holdsWithin(t, BLOCK_MS, grown), `totalbytessent is still ${before.totalbytessent} after a ping, expected more`, {
        path: 'totalbytessent',
      });
      const after = await totals(t);
      t.ok(
        after.totalbytesrecv >= before.totalbytesrecv,
        `totalbytesrecv fell from ${before.totalbytesrecv} to ${after.totalbytesrecv}, expected no decrease`,
        {
          path: 'totalbytesrecv',
        },
      );
      t.ok(
        after.timemillis >= before.timemillis,
        `timemillis fell from ${before.timemillis} to ${after.timemillis}, expected no decrease`,
        {
          path: 'timemillis',
        },
      );
      const [sent, received] = [
        list.reduce((total, peer) => total + peer.bytessent, 0),
        list.reduce((total, peer) => total + peer.bytesrecv, 0),
      ];
      t.ok(
        sent > 0 && after.totalbytessent >= sent,
        `totalbytessent is ${after.totalbytessent}, expected at least the ${sent} bytes sent to the connected peers`,
        {
          path: 'totalbytessent',
        },
      );
      t.ok(
        received > 0 && after.totalbytesrecv >= received,
        `totalbytesrecv is ${after.totalbytesrecv}, expected at least the ${received} bytes received from the connected peers`,
        { path: 'totalbytesrecv' },
      );
      for (const peer of list) {
        for (const name of ['bytessent_per_msg', 'bytesrecv_per_msg'] as const)
          if (Object.keys(peer[name]).length === 0) t.sawNothing(`message in ${name}`);
        t.ok(
          sum(peer.bytessent_per_msg) <= peer.bytessent,
          `the sum of bytessent_per_msg is ${sum(peer.bytessent_per_msg)}, expected at most bytessent, ${peer.bytessent}`,
          { path: 'bytessent_per_msg' },
        );
        t.ok(
          sum(peer.bytesrecv_per_msg) <= peer.bytesrecv,
          `the sum of bytesrecv_per_msg is ${sum(peer.bytesrecv_per_msg)}, expected at most bytesrecv, ${peer.bytesrecv}`,
          { path: 'bytesrecv_per_msg' },
        );
      }
    },
  }),
  invariant({
    ...documented,
    id: 'network-peers/ping',
    text: 'A ping is answered by the peer, and pingtime is its time in seconds, at least minping.',
    methods: ['ping', 'getpeerinfo'],
    run: async (t) => {
      const peer = await t.world.use('peer');
      const sentTo = (await thisPeer(t, peer)).bytessent_per_msg['ping'] ?? 0;
      await t.result('ping');
      const back = async (): Promise<boolean> => {
        const now = await thisPeer(t, peer);
        return (now.bytessent_per_msg['ping'] ?? 0) > sentTo && now.pingtime !== undefined;
      };
      t.ok(await holdsWithin(t, BLOCK_MS, back), 'no ping was sent to the peer or answered by it', { path: 'pingtime' });
      const { pingtime, minping } = await thisPeer(t, peer);
      const [last, least] = [toNumber(pingtime), toNumber(minping)];
      t.ok(last > 0 && last < BLOCK_MS / 1000, `pingtime is ${last}, expected more than 0 and less than ${BLOCK_MS / 1000} seconds`, {
        path: 'pingtime',
      });
      t.ok(least <= last, `minping is ${least}, expected at most pingtime, ${last}`, { path: 'minping' });
    },
  }),
  invariant({
    ...documented,
    id: 'network-peers/blocks',
    text: 'A block mined by the node becomes the best block of its peer, with the same bytes.',
    effect: ['chain', 'network'],
    methods: ['getbestblockhash', 'getblock', 'getblockcount'],
    run: async (t) => {
      const peer = await t.world.use('peer');
      await t.world.use('wallet');
      const [hash = ''] = await t.world.mine(1);
      t.ok(await synced(t, peer), 'a mined block did not reach the peer');
      t.equal(
        await ask(t, peer, 'getblock', [hash, 0]),
        await t.result('getblock', { blockhash: hash, verbosity: 0 }),
        'the bytes of the block at the peer (compared with the node)',
      );
      t.equal(await ask(t, peer, 'getblockcount'), await t.result('getblockcount'), 'the number of blocks at the peer');
    },
  }),
  invariant({
    ...documented,
    id: 'network-peers/transactions',
    text: 'A transaction sent to the node enters the pool of its peer, with the same bytes.',
    effect: ['chain', 'wallet', 'network'],
    source: 'document 2, States and transitions',
    methods: ['sendrawtransaction', 'getrawtransaction', 'getbestblockhash'],
    run: async (t) => {
      const peer = await t.world.use('peer');
      await t.world.fresh('spendable'); // funds the wallet by mining: a peer accepts transactions once its chain is up to date
      t.ok(await synced(t, peer), 'the mined blocks did not reach the peer');
      const { hex } = await t.world.fresh('signedTransaction');
      t.ok(await synced(t, peer), 'the mined blocks did not reach the peer');
      const txid = await t.result('sendrawtransaction', { hexstring: hex });
      const there = async (): Promise<boolean> => (await ask<string[]>(t, peer, 'getrawmempool')).includes(txid);
      if (
        !t.ok(
          await holdsWithin(t, TRANSACTION_MS, there),
          `a sent transaction did not reach the pool of the peer within ${TRANSACTION_MS / 1000} s`,
        )
      )
        return;
      t.equal(
        await ask(t, peer, 'getrawtransaction', [txid]),
        hex,
        'the transaction in the pool of the peer (compared with the bytes sent)',
      );
    },
  }),
  invariant({
    ...documented,
    id: 'network-peers/disconnected',
    text: 'disconnectnode, by address and by id, removes the connection at both ends.',
    methods: ['disconnectnode', 'getpeerinfo', 'getnetworkinfo'],
    run: async (t) => {
      for (const byId of [false, true]) {
        const peer = await t.world.use('peer');
        const { addrbind } = await thisPeer(t, peer);
        const args = byId ? { address: '', nodeid: peer.id } : { address: peer.address };
        await t.result('disconnectnode', args);
        const gone = async (): Promise<boolean> => !(await peers(t)).some(({ id }) => id === peer.id);
        t.ok(await holdsWithin(t, BLOCK_MS, gone), 'getpeerinfo still lists a disconnected peer');
        const goneThere = async (): Promise<boolean> =>
          !(await ask<PeerInfo[]>(t, peer, 'getpeerinfo')).some(({ addr }) => addr === addrbind);
        t.ok(await holdsWithin(t, BLOCK_MS, goneThere), 'getpeerinfo of the peer still lists the closed connection');
        t.equal(
          (await t.result('getnetworkinfo')).connections,
          (await peers(t)).length,
          'connections (compared with the number of peers)',
          {
            path: 'connections',
          },
        );
      }
    },
  }),
  invariant({
    ...documented,
    id: 'network-peers/network-off',
    text: 'setnetworkactive false removes all peers, and after setnetworkactive true the node can connect again.',
    methods: ['setnetworkactive', 'getpeerinfo', 'getnetworkinfo'],
    run: async (t) => {
      await t.world.use('peer');
      try {
        await t.result('setnetworkactive', { state: false });
        const alone = async (): Promise<boolean> => (await peers(t)).length === 0;
        t.ok(await holdsWithin(t, BLOCK_MS, alone), 'getpeerinfo lists peers after setnetworkactive false');
        t.equal((await t.result('getnetworkinfo')).connections, 0, 'connections after setnetworkactive false', { path: 'connections' });
      } finally {
        await t.result('setnetworkactive', { state: true });
      }
      const { id } = await t.world.use('peer');
      t.ok(
        (await peers(t)).some((peer) => peer.id === id),
        'getpeerinfo lists no peer after setnetworkactive true',
        { path: 'id' },
      );
    },
  }),
  invariant({
    ...documented,
    id: 'network-peers/added',
    text: 'getaddednodeinfo lists a connected added node as connected, with the address and the direction of the connection.',
    methods: ['addnode', 'getaddednodeinfo', 'getpeerinfo'],
    run: async (t) => {
      const { address } = await t.world.use('peer');
      try {
        await t.result('addnode', { node: address, command: 'add' });
        const [added] = await t.result('getaddednodeinfo', { node: address });
        t.equal(added?.addednode, address, 'addednode', { path: 'addednode' });
        t.equal(added?.connected, true, 'connected for a connected added node', { path: 'connected' });
        t.equal(added?.addresses, [{ address, connected: 'outbound' }], 'addresses', { path: 'addresses' });
      } finally {
        await t.world.service.call('addnode', { node: address, command: 'remove' });
      }
    },
  }),
];
