import type { PeerInfo as PeerJson } from '../../../../specs/model/generated/methods.d.ts';
import type { AddedNode, PeerInfo } from '../../../network/types.ts';
import { versionNumber } from '../../../version.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { Amount } from '../../json/json-text.ts';
import { warningsOf } from '../../../chain/warnings.ts';

/** The family's code for a call that names a peer in two ways or not at all. */
const INVALID_PARAMS = -32_602;

/** The family's score for an address given by the user; discovered addresses have lower scores. */
const MANUAL_ADDRESS_SCORE = 4;

const servicesText = (services: bigint): string => services.toString(16).padStart(16, '0');

function peerJson(peer: PeerInfo): PeerJson {
  return {
    id: peer.id,
    addr: peer.address,
    addrbind: peer.addressBind,
    ...(peer.addressLocal !== undefined && { addrlocal: peer.addressLocal }),
    services: servicesText(peer.services),
    relaytxes: peer.relayTransactions,
    lastsend: peer.lastSend,
    lastrecv: peer.lastReceived,
    bytessent: peer.bytesSent,
    bytesrecv: peer.bytesReceived,
    conntime: peer.connectedAt,
    timeoffset: peer.timeOffset,
    ...(peer.pingTime !== undefined && { pingtime: peer.pingTime }),
    ...(peer.minPing !== undefined && { minping: peer.minPing }),
    ...(peer.pingWait !== undefined && { pingwait: peer.pingWait }),
    version: peer.version,
    subver: peer.subversion,
    inbound: peer.inbound,
    addnode: peer.added,
    startingheight: peer.startingHeight,
    banscore: peer.banScore,
    synced_headers: peer.syncedHeaders,
    synced_blocks: peer.syncedBlocks,
    inflight: peer.inFlight,
    whitelisted: peer.whitelisted,
    bytessent_per_msg: peer.sentPerMessage,
    bytesrecv_per_msg: peer.receivedPerMessage,
  };
}

/** An added node; `addresses` is empty unless it is connected (document 2, Other results). */
const addedJson = ({ node, connected }: AddedNode) => ({
  addednode: node,
  connected: connected.length > 0,
  ...(connected.length > 0 && { addresses: connected.map(({ address, direction }) => ({ address, connected: direction })) }),
});

/** The peers of the node (document 2, Peer network and Events). */
export const networkHandlers: Handlers<
  | 'addnode'
  | 'clearbanned'
  | 'disconnectnode'
  | 'getaddednodeinfo'
  | 'getnettotals'
  | 'getnetworkinfo'
  | 'getpeerinfo'
  | 'getzmqnotifications'
  | 'listbanned'
  | 'ping'
  | 'setban'
  | 'setnetworkactive'
> = {
  addnode({ node, command }, { node: { network } }) {
    if (command === 'add') network.addNode(node);
    else if (command === 'remove') network.removeNode(node);
    else network.tryNode(node);
    return null;
  },

  clearbanned(_, { node: { network } }) {
    network.clearBans();
    return null;
  },

  disconnectnode({ address, nodeid }, { node: { network } }) {
    if (address !== undefined && nodeid === undefined) network.disconnect({ address });
    else if (nodeid !== undefined && (address ?? '') === '') network.disconnect({ id: nodeid });
    else throw new RpcError(INVALID_PARAMS, 'Only one of address and nodeid should be provided.');
    return null;
  },

  getaddednodeinfo({ node }, { node: { network } }) {
    const all = network.addedNodes();
    if (node === undefined) return all.map(addedJson);
    const found = all.find((added) => added.node === node);
    if (!found) throw new RpcError(RpcCode.nodeNotAdded, 'Error: Node has not been added.');
    return [addedJson(found)];
  },

  getnettotals(_, { node: { network, clock } }) {
    const { received, sent, uploadTarget } = network.totals;
    return {
      totalbytesrecv: received,
      totalbytessent: sent,
      timemillis: clock.milliseconds(),
      uploadtarget: {
        timeframe: uploadTarget.timeframeSeconds,
        target: uploadTarget.targetBytes,
        target_reached: uploadTarget.reached,
        serve_historical_blocks: uploadTarget.servesHistoricalBlocks,
        bytes_left_in_cycle: uploadTarget.bytesLeft,
        time_left_in_cycle: uploadTarget.secondsLeft,
      },
    };
  },

  getnetworkinfo(_, { node: { network, mempool, options, chain } }) {
    return {
      version: versionNumber,
      subversion: network.subversion,
      protocolversion: network.protocolVersion,
      localservices: servicesText(network.services),
      localrelay: !options.blocksOnly,
      timeoffset: network.timeOffset,
      connections: network.peers().length,
      networkactive: network.active,
      networks: (['ipv4', 'ipv6', 'onion'] as const).map((name) => {
        const reachable = name !== 'onion'; // needs a proxy, which coind does not support
        return { name, limited: !reachable, reachable, proxy: '', proxy_randomize_credentials: false };
      }),
      relayfee: new Amount(mempool.minRelayFeeRate),
      incrementalfee: new Amount(mempool.incrementalFeeRate),
      localaddresses: network.localAddresses.map(({ host, port }) => ({ address: host, port, score: MANUAL_ADDRESS_SCORE })),
      warnings: warningsOf(chain),
    };
  },

  getpeerinfo: (_, { node: { network } }) => network.peers().map(peerJson),

  getzmqnotifications: (_, { node: { notifications } }) => notifications.active().map(({ type, address }) => ({ type, address })),

  listbanned: (_, { node: { network } }) =>
    network.bans().map(({ subnet, until, createdAt }) => ({ address: subnet, banned_until: until, ban_created: createdAt })),

  ping(_, { node: { network } }) {
    network.ping();
    return null;
  },

  setban({ subnet, command, bantime = 0, absolute = false }, { node: { network, clock, options } }) {
    if (command === 'remove') network.unban(subnet);
    // Without a time the default is a duration, also with `absolute`.
    else network.ban(subnet, bantime > 0 && absolute ? bantime : clock.seconds() + (bantime > 0 ? bantime : options.bantimeSeconds));
    return null;
  },

  setnetworkactive({ state }, { node: { network } }) {
    network.setActive(state);
    return network.active;
  },
};
