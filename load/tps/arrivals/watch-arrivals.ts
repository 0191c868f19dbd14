import { NodeCallError } from '../../node-call.ts';
import type { TpsNode } from '../network/types.ts';
import type { Via } from '../results.ts';
import { PollingWatch } from './polling-watch.ts';
import { TpsTestWatch } from './tps-test-watch.ts';
import type { ArrivalWatch } from './types.ts';
import { ZmqWatch } from './zmq-watch.ts';

const NOTIFICATION = 'pubhashtx';
/** A node that listens everywhere names no address that can be called. */
const EVERYWHERE = /^tcp:\/\/(?:0\.0\.0\.0|\*|\[::\])(?=:)/;

/** The most exact watch that a receiver offers: its own stamps, its notifications, or its pool. */
export async function watchArrivals(receiver: TpsNode, via: Via, isOurs: (txid: string) => boolean): Promise<ArrivalWatch> {
  if (via === 'tpstestadd') return TpsTestWatch.open(receiver);
  const address = await notificationAddress(receiver);
  const notified = address === undefined ? undefined : await ZmqWatch.open(address, isOurs);
  return notified ?? new PollingWatch(receiver, isOurs);
}

/** Where a node notifies of transactions; undefined where it does not, as when it was built without that. */
async function notificationAddress({ call, node }: TpsNode): Promise<string | undefined> {
  try {
    const found = (await call('getzmqnotifications')).find(({ type }) => type === NOTIFICATION);
    if (found === undefined) return undefined;
    return node.zmqAddress ?? found.address.replace(EVERYWHERE, `tcp://${new URL(node.client.address).hostname}`);
  } catch (error) {
    if (error instanceof NodeCallError && error.code !== undefined) return undefined;
    throw error;
  }
}
