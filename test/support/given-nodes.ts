import { openEmbeddedTarget } from '../../fixtures/targets/embedded-target.ts';
import type { RunningNode, Target } from '../../fixtures/targets/types.ts';

/** Nodes that Pyx is given by their addresses. */
export async function withNodes(count: number, work: (nodes: readonly RunningNode[]) => Promise<void>): Promise<void> {
  const target: Target = openEmbeddedTarget();
  try {
    const nodes: RunningNode[] = [];
    while (nodes.length < count) nodes.push(await target.start('peers'));
    await work(nodes);
  } finally {
    await target.close();
  }
}

/** With credentials, and the address for other nodes. */
export function urlOf({ client: { address }, credentials, peerAddress }: RunningNode): string {
  return `${address.replace('//', `//${credentials?.user}:${credentials?.password}@`)},${peerAddress}`;
}
