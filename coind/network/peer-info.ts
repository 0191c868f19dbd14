import type { BlockDownload } from './block-download.ts';
import { formatAddress } from '../primitives/net-address.ts';
import type { Peer } from './peer.ts';
import type { Pings } from './pings.ts';
import type { PeerInfo } from './types.ts';

/** The present state of a peer, for `getpeerinfo`. */
export function peerInfo(peer: Peer, download: BlockDownload, pings: Pings): PeerInfo {
  const { version } = peer;
  const best = download.bestOf(peer);
  const { last, min, waiting } = pings.times(peer);
  return {
    id: peer.id,
    address: peer.address,
    addressBind: formatAddress(peer.local),
    ...(version?.receiver && { addressLocal: formatAddress(version.receiver) }),
    services: version?.services ?? 0n,
    relayTransactions: version?.relay ?? false,
    lastSend: peer.lastSend,
    lastReceived: peer.lastReceived,
    bytesSent: peer.bytesSent,
    bytesReceived: peer.bytesReceived,
    connectedAt: peer.connectedAt,
    timeOffset: peer.timeOffset,
    ...(last !== undefined && { pingTime: last }),
    ...(min !== undefined && { minPing: min }),
    ...(waiting !== undefined && { pingWait: waiting }),
    version: version?.version ?? 0,
    subversion: version?.userAgent ?? '',
    inbound: peer.inbound,
    added: peer.manual,
    startingHeight: version?.startHeight ?? -1,
    banScore: peer.banScore,
    syncedHeaders: best?.height ?? -1,
    syncedBlocks: download.commonWith(peer)?.height ?? -1,
    inFlight: download.heightsInFlight(peer),
    whitelisted: peer.whitelisted,
    sentPerMessage: Object.fromEntries(peer.sentPerMessage),
    receivedPerMessage: Object.fromEntries(peer.receivedPerMessage),
  };
}
