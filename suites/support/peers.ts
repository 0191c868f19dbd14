import type { Trial } from '../../engine/trial.ts';
import type { PeerInfo } from '../../specs/model/generated/wire.d.ts';
import { holdsWithin } from './wait-for.ts';

export const CONNECTED_WITHIN_MS = 15_000;
export const DISCONNECTED_WITHIN_MS = 10_000;

/** The entry of a peer, by its address; undefined when the node is not connected to it. */
export async function peerInfo(t: Trial, address: string): Promise<PeerInfo | undefined> {
  return (await t.result('getpeerinfo')).find(({ addr }) => addr === address);
}

/** Waits until the node is disconnected from the peer. Returns whether that happened within `DISCONNECTED_WITHIN_MS`. */
export function disconnects(t: Trial, address: string): Promise<boolean> {
  return holdsWithin(t, DISCONNECTED_WITHIN_MS, async () => (await peerInfo(t, address)) === undefined);
}
