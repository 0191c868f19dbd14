import { expect, test } from 'vitest';
import type { Peer } from './peer.ts';
import { TransactionPush } from './transaction-push.ts';
import type { TransactionMessage } from './types.ts';

/** A peer that takes so many messages before it is congested. */
function fakePeer(takes: number) {
  const peer = {
    takes,
    sent: [] as string[],
    closed: false,
    get congested() {
      return peer.takes <= 0;
    },
    together: (send: () => void) => send(),
    sendFrame: (command: string, bytes: Buffer) => {
      peer.takes -= 1;
      peer.sent.push(`${command} ${bytes.toString()}`);
    },
    disconnect: () => void (peer.closed = true),
  };
  return peer;
}

const asPeer = (peer: ReturnType<typeof fakePeer>): Peer => peer as unknown as Peer;
const messages = (...names: string[]): TransactionMessage[] => names.map((name) => ({ txid: name, bytes: Buffer.from(name) }));

async function isDone(push: TransactionPush): Promise<boolean> {
  let done = false;
  void push.done().then(() => (done = true));
  await new Promise((resolve) => setImmediate(resolve));
  return done;
}

test('each peer is sent all in order, as fast as it reads, and none waits for another', async () => {
  const push = new TransactionPush();
  const [fast, slow] = [fakePeer(10), fakePeer(1)];
  expect(await isDone(push)).toBe(true);
  for (const peer of [fast, slow]) push.add(asPeer(peer), messages('a', 'b'));
  push.add(asPeer(slow), messages('c'));
  push.add(asPeer(fast), messages('c'));
  expect([fast.sent, slow.sent]).toEqual([['tx a', 'tx b', 'tx c'], ['tx a']]);
  expect(await isDone(push)).toBe(false);
  const done = push.done();
  slow.takes = 2;
  push.proceed(asPeer(slow));
  expect(slow.sent).toEqual(['tx a', 'tx b', 'tx c']);
  await done;
});

test('a peer that leaves is no longer waited for, and one that does not read is left', async () => {
  const push = new TransactionPush();
  const [gone, deaf] = [fakePeer(0), fakePeer(0)];
  for (const peer of [gone, deaf]) push.add(asPeer(peer), messages('a'));
  push.left(asPeer(gone));
  expect(await isDone(push)).toBe(false);
  for (let tick = 0; tick < 60; tick++) push.tick();
  expect(deaf.closed).toBe(false);
  push.tick();
  expect(deaf.closed).toBe(true);
  push.left(asPeer(deaf));
  expect(await isDone(push)).toBe(true);
});
