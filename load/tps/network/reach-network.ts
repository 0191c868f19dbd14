import { openNode, type NodeSettings } from '../../../engine/open-node.ts';
import type { Target } from '../../../fixtures/targets/types.ts';
import { nodeCall } from '../../node-call.ts';
import { CALL_MS } from '../limits.ts';
import { TpsError } from '../errors.ts';
import type { Role, Via } from '../results.ts';
import { hasTpsTest } from './tps-test-methods.ts';
import type { TpsNetwork, TpsNode } from './types.ts';

/** A node that runs already. */
export interface GivenNode {
  readonly role: Role;
  readonly target: Target;
  /** `host:port`, as the other nodes reach it. */
  readonly peerAddress: string | undefined;
}

/**
 * Reaches nodes that Pyx did not start. Throws `TargetError` or `RefusedError` where one does not answer or is not on
 * regtest, and `TpsError` where `tpstestadd` was asked for and one does not have it.
 */
export async function reachNetwork(
  given: readonly GivenNode[],
  via: Via | undefined,
  settings: Omit<NodeSettings, 'target' | 'waivers' | 'readOnly'>,
): Promise<TpsNetwork> {
  const numbers = { sender: 0, receiver: 0 };
  const files = new Set<string>();
  const nodes: TpsNode[] = [];
  for (const { role, target, peerAddress } of given) {
    const { node, info, guard, targetFile } = await openNode({ ...settings, target });
    if (targetFile) files.add(targetFile.file);
    nodes.push({ name: `${role}-${++numbers[role]}`, role, node, guard, call: nodeCall(node.client, CALL_MS), info, peerAddress });
  }
  const without: string[] = [];
  if (via !== 'sendrawtransaction') for (const node of nodes) if (!(await hasTpsTest(node))) without.push(node.name);
  if (via === 'tpstestadd' && without.length > 0)
    throw new TpsError(`--via tpstestadd, but without the throughput test: ${without.join(', ')}`, {
      remedy: 'start the nodes with -tpstest, or use --via sendrawtransaction',
    });
  const [first] = nodes;
  if (first === undefined) throw new Error('no node was given');
  return {
    nodes,
    via: via ?? (without.length > 0 ? 'sendrawtransaction' : 'tpstestadd'),
    startOptions: [],
    target: {
      name: given.map(({ target }) => target.name).join(', '),
      kind: 'remote',
      ...first.info,
      targetFile: [...files].join(', ') || null,
    },
    isOwn: false,
    notes:
      via === undefined && without.length > 0
        ? [`without the throughput test: ${without.join(', ')}; transactions are sent by sendrawtransaction`]
        : [],
  };
}
