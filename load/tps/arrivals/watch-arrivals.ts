import { NodeCallError } from '../../node-call.ts';
import type { TpsNode } from '../network/types.ts';
import type { Via } from '../results.ts';
import { PollingWatch } from './polling-watch.ts';
import { TpsTestWatch } from './tps-test-watch.ts';
import type { ArrivalWatch } from './types.ts';
import { ZmqWatch } from './zmq-watch.ts';

const NOTIFICATION = 'pubhashtx';
const METHOD_NOT_FOUND = -32601;
/** A node that listens everywhere names no address that can be called. */
const EVERYWHERE = /^tcp:\/\/(?:0\.0\.0\.0|\*|\[::\])(?=:)/;

/** The most exact watch that a receiver offers: its own stamps, its notifications, or its pool. */
export async function watchArrivals(receiver: TpsNode, via: Via, isOurs: (txid: string) => boolean): Promise<ArrivalWatch> {
  if (via === 'tpstestadd') return TpsTestWatch.open(receiver);
  const publisher = await publisherOf(receiver);
  const notified = 'address' in publisher ? await ZmqWatch.open(publisher.address, isOurs) : publisher.reason;
  return typeof notified === 'string' ? new PollingWatch(receiver, isOurs, notified) : notified;
}

/** Where a node notifies of transactions, or why it does not. */
async function publisherOf({ call, node }: TpsNode): Promise<{ readonly address: string } | { readonly reason: string }> {
  try {
    const found = (await call('getzmqnotifications')).find(({ type }) => type === NOTIFICATION);
    if (found === undefined) return { reason: `the node publishes no ${NOTIFICATION} (start it with -zmq${NOTIFICATION}=tcp://host:port)` };
    return { address: node.zmqAddress ?? found.address.replace(EVERYWHERE, `tcp://${new URL(node.client.address).hostname}`) };
  } catch (error) {
    if (!(error instanceof NodeCallError) || error.code === undefined) throw error;
    return {
      reason:
        error.code === METHOD_NOT_FOUND
          ? 'the node has no getzmqnotifications, as it was built without ZMQ, and ignores options for it'
          : `getzmqnotifications was refused with ${error.code}`,
    };
  }
}
