import { expect, test } from 'vitest';
import type { Client } from '../../../client/types.ts';
import { NodeCallError } from '../../node-call.ts';
import type { TpsNode } from '../network/types.ts';
import { watchArrivals } from './watch-arrivals.ts';

/** A receiver that answers `getzmqnotifications` so, and has an empty pool. */
const receiver = (notifications: () => unknown): TpsNode =>
  ({
    name: 'receiver-1',
    role: 'receiver',
    node: { client: { address: 'http://127.0.0.1:1' } },
    call: async (method: string) => (method === 'getzmqnotifications' ? notifications() : []),
  }) as unknown as TpsNode;

const refuse = (code: number): never => {
  throw new NodeCallError({ address: 'http://127.0.0.1:1' } as Client, 'getzmqnotifications', 'no', code);
};

test.each([
  ['it lacks ZMQ', () => refuse(-32_601), /built without ZMQ/],
  ['it refuses', () => refuse(-1), /refused with -1/],
  ['it publishes something else', () => [{ type: 'pubrawblock', address: 'tcp://127.0.0.1:1' }], /publishes no pubhashtx.*-zmqpubhashtx=/],
])('a receiver is polled where %s, and the watch says why', async (_what, notifications, reason) => {
  const watch = await watchArrivals(receiver(notifications), 'sendrawtransaction', () => true);
  expect(watch).toMatchObject({ source: 'polling', polledBecause: expect.stringMatching(reason) as string });
  await watch.finish();
  expect(watch.pollingShare).toBeLessThanOrEqual(1);
});
