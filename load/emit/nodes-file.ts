import { stringify } from 'yaml';
import type { NodeAddresses } from '../topology/read-nodes.ts';
import { isShaped, type LinkShaping, type Topology } from '../topology/types.ts';
import { rateText } from './units.ts';

/**
 * The text of a file of nodes (`pyx tps --nodes`). Its links say how they are shaped.
 * @param addressesOf where a node of this name is reached
 */
export function nodesFile({ name, summary, nodes, links }: Topology, addressesOf: (name: string) => NodeAddresses): string {
  const file = {
    name,
    summary,
    nodes: nodes.map((node) => ({ ...node, ...addressesOf(node.name) })),
    links: links.map(({ between, shaping }) => ({ between, ...(isShaped(shaping) && written(shaping)) })),
  };
  return stringify(file, { lineWidth: 0, aliasDuplicateObjects: false });
}

function written({ latencyMs, jitterMs, bandwidth: { forward, back } }: LinkShaping): object {
  const bandwidth = {
    ...(forward !== undefined && { forward: rateText(forward) }),
    ...(back !== undefined && { back: rateText(back) }),
  };
  return {
    ...(latencyMs > 0 && { latency: `${latencyMs}ms` }),
    ...(jitterMs > 0 && { jitter: `${jitterMs}ms` }),
    ...(Object.keys(bandwidth).length > 0 && { bandwidth }),
  };
}
