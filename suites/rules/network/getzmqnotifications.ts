import type { Case } from '../../../engine/case.ts';
import { holdsWithin, pause } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';
import { ZmqSubscriber } from '../support/zmq-subscriber.ts';

/** The notifications with which the profile `zmq` starts the node. */
const TYPES = ['pubhashblock', 'pubhashtx'] as const;
const SOON_MS = 5_000;
/** A publisher takes a moment to register a new subscriber, and publishes to the others meanwhile. */
const JOINED_MS = 100;

export const getzmqnotificationsRules: readonly Case[] = [
  rule({
    rule: ['getzmqnotifications/active', 'getzmqnotifications/type'],
    effect: ['read'],
    profile: 'zmq',
    run: async (t) => {
      const types = (await t.result('getzmqnotifications')).map(({ type }) => type).sort();
      t.equal(types, [...TYPES], 'the sorted list of notification types', { path: 'type' });
    },
  }),
  rule({
    rule: ['getzmqnotifications/publish', 'getzmqnotifications/address'],
    effect: ['wallet', 'chain'],
    profile: 'zmq',
    run: async (t) => {
      if (!t.target.capabilities.sharedLoopback)
        t.inapplicable('the address of the publisher is on the machine of the node, which Pyx cannot reach');
      await t.world.use('bech32Address');
      for (const { address } of await t.result('getzmqnotifications'))
        t.equal(address, t.node.zmqAddress, 'address (compared with that of the start option)', { path: 'address' });
      for (const address of new Set((await t.result('getzmqnotifications')).map((notification) => notification.address))) {
        const path = 'address';
        const subscriber = await ZmqSubscriber.open(address).catch((error: unknown) => (error as Error).message);
        if (typeof subscriber === 'string') {
          t.ok(false, `expected a publisher at ${address}, but the connection failed: ${subscriber}`, { path });
          continue;
        }
        try {
          const ready = await holdsWithin(t, SOON_MS, async () => subscriber.ready);
          if (!t.ok(ready, `expected a ZeroMQ publisher at ${address}, but no handshake came`, { path })) continue;
          await pause(t, JOINED_MS);
          await t.world.mine(1);
          const came = await holdsWithin(t, SOON_MS, async () => subscriber.messages.length > 0);
          t.ok(came, `no notification came within ${SOON_MS / 1000} s of a new block`);
        } finally {
          subscriber.close();
        }
      }
    },
  }),
];
