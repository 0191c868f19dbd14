import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { usageOf } from '../mempool/usage.ts';
import { RawPeer, rawVersion } from '../network/testing/raw-peer.ts';
import { split } from '../network/testing/test-node.ts';
import { until } from '../../test/until.ts';
import { defaultOptions } from '../options/default-options.ts';
import { connected, payments, startTpsNode, type TpsNode } from './testing/tps-node.ts';

const SOON_US = 150_000;
let sender: TpsNode;
let receiver: TpsNode;

beforeEach(async () => {
  [sender, receiver] = [await startTpsNode(), await startTpsNode()];
});
afterEach(async () => {
  await Promise.all([sender.stop(), receiver.stop()]);
});

const soon = (): number => sender.clock.microseconds() + SOON_US;
/** Real time: what must not be sent at its start time, or ever, would be sent by a timer. */
const quiet = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const inPool = ({ mempool }: TpsNode): string[] => [...mempool.entries()].map(({ txid }) => txid);

/** Payments in the queue of the sender, which the receiver can take. */
async function queued(count: number) {
  const transactions = payments(sender, count);
  await connected(sender, receiver);
  sender.tpsTest.setEnabled(true);
  receiver.tpsTest.setEnabled(true);
  expect(sender.tpsTest.add(0, transactions)).toEqual([]);
  return transactions;
}

describe('a queue', () => {
  test('is sent at its start time and not before, and the receiver stamps each arrival', async () => {
    const transactions = await queued(100);
    const startUs = soon();
    sender.tpsTest.add(startUs, []);
    receiver.tpsTest.add(startUs, []);
    // Real time: start times are those of the clock of the machine, which all nodes of a test share.
    while (sender.clock.microseconds() < startUs - 5_000) {
      expect(inPool(receiver)).toEqual([]);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await until('all have arrived', () => receiver.tpsTest.info().received.length === transactions.length);
    const { received, ...info } = receiver.tpsTest.info();
    expect(info).toEqual({ enabled: true, startTimeUs: startUs, handedOverUs: 0, refused: [] });
    expect(received.map(({ txid }) => txid)).toEqual(transactions.map(({ txid }) => txid)); // in the order of the queue
    expect(Math.min(...received.map(({ timeUs }) => timeUs))).toBeGreaterThanOrEqual(startUs);
    await until('all is handed over', () => sender.tpsTest.info().handedOverUs > 0);
    const sent = sender.tpsTest.info();
    expect(sent).toEqual({ enabled: true, startTimeUs: startUs, handedOverUs: sent.handedOverUs, received: [], refused: [] });
    expect(sent.handedOverUs).toBeGreaterThanOrEqual(startUs);
    expect(inPool(sender).sort()).toEqual(transactions.map(({ txid }) => txid).sort());
  });

  test('without a start time is sent when a later call names one', async () => {
    const [transaction] = await queued(1);
    await quiet(50);
    expect([...inPool(sender), ...inPool(receiver)]).toEqual([]);
    sender.tpsTest.add(1, []); // long past
    await until('it has arrived', () => receiver.mempool.has(transaction!.txid));
  });

  test('is held again by a start time of 0, and a second start time takes the place of the first', async () => {
    const [transaction] = await queued(1);
    sender.tpsTest.add(soon(), []);
    sender.tpsTest.add(0, []);
    await quiet((2 * SOON_US) / 1000);
    expect(sender.tpsTest.info().startTimeUs).toBe(0);
    expect(inPool(sender)).toEqual([]);
    sender.tpsTest.add(soon() + 3_600_000_000, []);
    sender.tpsTest.add(soon(), []);
    await until('it has arrived', () => receiver.mempool.has(transaction!.txid));
  });

  test('can be followed by another one, with arrivals and times of its own', async () => {
    const transactions = payments(sender, 3);
    await connected(sender, receiver);
    for (const { tpsTest } of [sender, receiver]) tpsTest.setEnabled(true);
    let lastStartUs = 0;
    for (const transaction of transactions) {
      sender.tpsTest.add(0, [transaction]);
      const startUs = soon();
      for (const { tpsTest } of [receiver, sender]) tpsTest.add(startUs, []);
      await until('it has arrived', () => receiver.tpsTest.info().received.length === 1);
      expect(receiver.tpsTest.info().received).toEqual([{ txid: transaction.txid, timeUs: expect.any(Number) as number }]);
      await until('it is handed over', () => sender.tpsTest.info().handedOverUs >= startUs);
      expect(startUs).toBeGreaterThan(lastStartUs);
      lastStartUs = startUs;
    }
  });

  test('is emptied by disabling, and nothing of it is sent', async () => {
    await queued(5);
    const startUs = soon();
    sender.tpsTest.add(startUs, []);
    sender.tpsTest.setEnabled(false);
    expect(sender.tpsTest.info()).toEqual({ enabled: false, startTimeUs: 0, handedOverUs: 0, received: [], refused: [] });
    sender.tpsTest.setEnabled(true);
    sender.tpsTest.add(startUs, []);
    await quiet((2 * SOON_US) / 1000);
    expect([...inPool(sender), ...inPool(receiver)]).toEqual([]);
    expect(sender.tpsTest.info().handedOverUs).toBe(0);
  });

  test('is refused while the test is not enabled', () => {
    const transactions = payments(sender, 1);
    expect(() => sender.tpsTest.add(0, transactions)).toThrow(expect.objectContaining({ reason: 'test-disabled' }));
  });

  test('does not outlast a state that was set back', async () => {
    const snapshot = sender.state.snapshot();
    await queued(2);
    sender.state.restore(snapshot);
    expect(sender.tpsTest.info()).toEqual({ enabled: false, startTimeUs: 0, handedOverUs: 0, received: [], refused: [] });
  });

  test('is restored with the state, and sent at its time', async () => {
    const [first, second] = await queued(2);
    const [third] = [split({ txid: first!.txid, vout: 0 }, first!.outputs[0]!.valueSat, 1)];
    const startUs = soon();
    sender.tpsTest.add(startUs, []);
    const snapshot = sender.state.snapshot();
    sender.tpsTest.add(startUs + 3_600_000_000, [third]);
    sender.tpsTest.setEnabled(false);
    sender.state.restore(snapshot);
    expect(sender.tpsTest.info()).toMatchObject({ enabled: true, startTimeUs: startUs });
    sender.tpsTest.add(startUs, [third]); // must not enter the snapshot
    sender.state.restore(snapshot);
    await until('both have arrived', () => receiver.mempool.size >= 2);
    await until('all is handed over', () => sender.tpsTest.info().handedOverUs >= startUs);
    expect(inPool(receiver).sort()).toEqual([first!.txid, second!.txid].sort());
  });
});

describe('a transaction that the pool would not take', () => {
  test('is named, and holds up nothing', async () => {
    const [first, second, third] = payments(sender, 3) as [never, never, never];
    await connected(sender, receiver);
    sender.tpsTest.setEnabled(true);
    const unknown = split({ txid: 'ab'.repeat(32), vout: 0 }, 1_000_000n, 1);
    const { txid } = first as { txid: string };
    const again = split({ txid: sender.chain.block(sender.chain.tip.hash)!.transactions[1]!.txid, vout: 0 }, 30_000_000n, 1);
    expect(sender.tpsTest.add(1, [first, undefined, second, unknown, again, first, third])).toEqual([
      { index: 1, txid: undefined, reason: 'TX decode failed' },
      { index: 3, txid: unknown.txid, reason: 'bad-txns-inputs-missingorspent' },
      { index: 4, txid: again.txid, reason: `txn-queue-conflict: ${again.inputs[0]!.txid}:0 is spent by ${txid}` },
      { index: 5, txid, reason: 'txn-already-in-queue' },
    ]);
    await until('the others have arrived', () => receiver.mempool.size === 3);
  });

  test('sets no start time where it is all that the call has', async () => {
    await queued(1);
    const unknown = split({ txid: 'ab'.repeat(32), vout: 0 }, 1_000_000n, 1);
    expect(sender.tpsTest.add(1, [unknown])).toHaveLength(1);
    expect(sender.tpsTest.info().startTimeUs).toBe(0);
  });

  test('by the start time is named then, and the others are sent', async () => {
    const transactions = await queued(3);
    const [, second] = transactions;
    const rival = split(second!.inputs[0]!, 30_000_000n, 1);
    sender.send(rival);
    sender.mine(1);
    sender.tpsTest.add(soon(), []);
    await until('the others have arrived', () => receiver.mempool.size === 2);
    await until('all is handed over', () => sender.tpsTest.info().handedOverUs > 0);
    expect(sender.tpsTest.info().refused).toEqual([{ txid: second!.txid, reason: 'bad-txns-inputs-missingorspent' }]);
  });
});

test('a transaction may spend outputs of queued ones, after which it is sent', async () => {
  const [parent] = payments(sender, 1);
  await connected(sender, receiver);
  sender.tpsTest.setEnabled(true);
  const child = split({ txid: parent!.txid, vout: 1 }, parent!.outputs[1]!.valueSat, 1);
  const ofNoOutput = split({ txid: parent!.txid, vout: 2 }, 1_000_000n, 1);
  expect(sender.tpsTest.add(0, [child])).toMatchObject([{ index: 0, reason: 'bad-txns-inputs-missingorspent' }]);
  expect(sender.tpsTest.add(1, [parent!, child, ofNoOutput])).toMatchObject([{ index: 2, reason: 'bad-txns-inputs-missingorspent' }]);
  await until('both have arrived', () => receiver.mempool.size === 2);
});

test('the queue has the bounds of the memory pool', async () => {
  const transactions = payments(sender, 3);
  const usage = transactions.reduce((sum, transaction) => sum + usageOf(transaction), 0);
  const small = await startTpsNode({ mempool: { ...defaultOptions.mempool, maxBytes: usage - 1 } });
  try {
    await connected(sender, small);
    small.tpsTest.setEnabled(true);
    expect(small.tpsTest.add(0, transactions)).toMatchObject([{ index: 2, reason: expect.stringMatching('queue full') as string }]);
  } finally {
    await small.stop();
  }
});

test('a peer that does not read holds up no other', async () => {
  const transactions = await queued(2_000);
  const deaf = await RawPeer.ready(sender.address);
  deaf.socket.pause();
  sender.tpsTest.add(1, []);
  await until('all have arrived', () => receiver.mempool.size === transactions.length);
  deaf.close();
});

test('peers without witness data, and peers that connect later, receive an announcement and not the transaction', async () => {
  const [transaction] = payments(sender, 1);
  sender.tpsTest.setEnabled(true);
  const old = await RawPeer.connect(sender.address);
  old.send('version', rawVersion({ services: 1n }));
  await old.heard('verack');
  old.send('verack');
  await old.heard('ping'); // the node has taken it in
  sender.tpsTest.add(1, [transaction!]);
  await old.heard('inv');
  expect(old.commands()).not.toContain('tx');
  await connected(sender, receiver);
  await until('it has arrived', () => receiver.mempool.has(transaction!.txid));
  old.close();
});
