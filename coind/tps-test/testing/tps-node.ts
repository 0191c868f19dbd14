import { coinbaseOf, split, startTestNode, type TestNode } from '../../network/testing/test-node.ts';
import { until } from '../../../test/until.ts';
import type { NodeOptions } from '../../options/node-options.ts';
import type { Transaction } from '../../primitives/types.ts';
import { createTpsTest } from '../tps-test.ts';
import type { TpsTest } from '../types.ts';

/** A node with peers and the throughput test, without RPC and wallets. */
export interface TpsNode extends TestNode {
  readonly tpsTest: TpsTest;
}

export async function startTpsNode(changes: Partial<NodeOptions> = {}): Promise<TpsNode> {
  const node = await startTestNode(changes);
  const tpsTest = createTpsTest({ ...node, log: (line) => void node.lines.push(line) });
  return {
    ...node,
    tpsTest,
    async stop() {
      tpsTest.stop();
      await node.stop();
    },
  };
}

/** Connects two nodes, both of which have the chain of the first. */
export async function connected(first: TestNode, second: TestNode): Promise<void> {
  second.network.tryNode(first.address);
  await until('the nodes are connected', () => [first, second].every(({ network }) => network.peers().some(({ version }) => version > 0)));
  await until('they have one chain', () => first.chain.tip.hash === second.chain.tip.hash);
}

/** Transactions that anyone can make and none depends on another: the node has the coins that they spend. */
export function payments(node: TestNode, count: number): Transaction[] {
  if (node.chain.tip.height < 110) node.mine(110);
  const height = node.chain.tip.height - 105;
  const { outpoint, valueSat } = coinbaseOf(node, height);
  const fan = split(outpoint, valueSat, count);
  node.send(fan);
  node.mine(1);
  return fan.outputs.map(({ valueSat: coin }, vout) => split({ txid: fan.txid, vout }, coin, 2));
}
