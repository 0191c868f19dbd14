import type { PeerInfo } from '../../../specs/model/generated/wire.d.ts';
import { CaseOver, type Trial } from '../../../engine/trial.ts';
import { present } from '../../support/present.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { PlainPeer, type PlainPeerOptions } from './plain-peer.ts';

export const CONNECTED_WITHIN_MS = 15_000;
export const DISCONNECTED_WITHIN_MS = 10_000;

/** The entry of a peer, by its address; undefined where the node is not connected to it. */
export async function peerInfo(t: Trial, address: string): Promise<PeerInfo | undefined> {
  return (await t.result('getpeerinfo')).find(({ addr }) => addr === address);
}

/** The entry of a peer that must be there; where it is not, that is a finding and the case is over. */
export async function peerInfoOf(t: Trial, peer: PlainPeer): Promise<PeerInfo> {
  return present(t, await peerInfo(t, peer.address), 'getpeerinfo does not list a peer that is connected');
}

/** Waits until the node has no connection to the peer. Gives whether that came within `DISCONNECTED_WITHIN_MS`. */
export function disconnects(t: Trial, address: string): Promise<boolean> {
  return holdsWithin(DISCONNECTED_WITHIN_MS, async () => (await peerInfo(t, address)) === undefined);
}

/** Does something with peers of our own, which are there to be connected to, and gone afterwards. */
export async function withPlainPeers(
  t: Trial,
  each: readonly PlainPeerOptions[],
  during: (peers: readonly PlainPeer[]) => Promise<void>,
): Promise<void> {
  const { kind } = t.target;
  if (kind !== 'process' && kind !== 'embedded') t.inapplicable('the node runs where it cannot reach a peer on this machine’s loopback');
  const peers: PlainPeer[] = [];
  try {
    for (const options of each) peers.push(await PlainPeer.listen(options));
    await during(peers);
  } finally {
    for (const peer of peers) await peer.close();
  }
}

/** The same with one ordinary peer. */
export function withPlainPeer(t: Trial, during: (peer: PlainPeer) => Promise<void>): Promise<void> {
  return withPlainPeers(t, [{}], ([peer]) => during(peer as PlainPeer));
}

/** Has the node connect to peers of ours, once each. Ends the case where it does not. */
export async function connect(t: Trial, ...peers: readonly PlainPeer[]): Promise<void> {
  for (const { address } of peers) await t.result('addnode', { node: address, command: 'onetry' });
  await untilConnected(t, ...peers);
}

export async function untilConnected(t: Trial, ...peers: readonly PlainPeer[]): Promise<void> {
  const all = await holdsWithin(CONNECTED_WITHIN_MS, async () => peers.every(({ connected }) => connected));
  if (all) return;
  t.ok(false, `the node does not connect to a peer within ${CONNECTED_WITHIN_MS / 1000} s of addnode`, { check: 'connection' });
  throw new CaseOver();
}
