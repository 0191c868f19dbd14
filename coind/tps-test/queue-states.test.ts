import fc from 'fast-check';
import { test } from 'vitest';
import { newModel, queueCommands, throughAllStates, type QueueCommand } from './testing/queue-commands.ts';
import { connected, payments, startTpsNode } from './testing/tps-node.ts';

const TRANSACTIONS = 8;
const RUNS = 20;

/** Does it to the queue of a node with a peer, and holds the node against the model after each command. */
async function follow(commands: Iterable<QueueCommand>): Promise<void> {
  const [sender, receiver] = [await startTpsNode(), await startTpsNode()];
  try {
    const transactions = payments(sender, TRANSACTIONS);
    await connected(sender, receiver);
    receiver.tpsTest.setEnabled(true);
    await fc.asyncModelRun(() => ({ model: newModel(), real: { sender, receiver, transactions } }), commands);
  } finally {
    await Promise.all([sender.stop(), receiver.stop()]);
  }
}

test('the queue is held, scheduled, sent and emptied as its model is', () => follow(throughAllStates()));

test('so it is whatever the order of the calls', () => fc.assert(fc.asyncProperty(queueCommands(TRANSACTIONS), follow), { numRuns: RUNS }));
