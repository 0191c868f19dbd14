import type { PeerInfo } from '../../../specs/model/generated/wire.d.ts';
import { CaseOver, type Trial } from '../../../engine/trial.ts';
import { CONNECTED_WITHIN_MS, peerInfo } from '../../support/peers.ts';
import { present } from '../../support/present.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { PlainPeer, type PlainPeerOptions } from './plain-peer.ts';

/** The entry of a peer. Ends the case with a finding if it is missing. */
export async function peerInfoOf(t: Trial, peer: PlainPeer): Promise<PeerInfo> {
  return present(t, await peerInfo(t, peer.address), 'getpeerinfo does not list a connected peer');
}

/** Runs `during` with peers that listen on loopback, and closes them afterwards. */
export async function withPlainPeers(
  t: Trial,
  each: readonly PlainPeerOptions[],
  during: (peers: readonly PlainPeer[]) => Promise<void>,
): Promise<void> {
  if (!t.target.capabilities.sharedLoopback) t.inapplicable('the node cannot reach a peer on the loopback of this machine');
  const peers: PlainPeer[] = [];
  try {
    for (const options of each) peers.push(await PlainPeer.listen(options));
    await during(peers);
  } finally {
    for (const peer of peers) await peer.close();
  }
}

/** As `withPeers`, with one ordinary peer. */
export function withPlainPeer(t: Trial, during: (peer: PlainPeer) => Promise<void>): Promise<void> {
  return withPlainPeers(t, [{}], ([peer]) => during(peer as PlainPeer));
}

/** Connects the node to the peers, once each. Ends the case with a finding if it does not connect. */
export async function connect(t: Trial, ...peers: readonly PlainPeer[]): Promise<void> {
  for (const { address } of peers) await t.result('addnode', { node: address, command: 'onetry' });
  await untilConnected(t, ...peers);
}

export async function untilConnected(t: Trial, ...peers: readonly PlainPeer[]): Promise<void> {
  const all = await holdsWithin(t, CONNECTED_WITHIN_MS, async () => peers.every(({ connected }) => connected));
  if (all) return;
  t.ok(false, `the node does not connect to a peer within ${CONNECTED_WITHIN_MS / 1000} s of addnode`, { check: 'connection' });
  throw new CaseOver();
}
