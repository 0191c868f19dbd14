import { openNode, type NodeSettings, type OpenedNode } from '../../../engine/open-node.ts';
import { TargetError, type Target } from '../../../fixtures/targets/types.ts';
import { nodeCall } from '../../node-call.ts';
import type { Topology, TopologyNode } from '../../topology/types.ts';
import { CALL_MS } from '../limits.ts';
import { TpsError } from '../errors.ts';
import type { Via } from '../results.ts';
import { hasTpsTest } from './tps-test-methods.ts';
import type { TpsNetwork, TpsNode } from './types.ts';

/** A node that runs already. */
export interface GivenNode extends Pick<TopologyNode, 'name' | 'role'> {
  readonly target: Target;
  /** `host:port`, as the other nodes reach it. */
  readonly peerAddress: string | undefined;
}

export interface GivenNetwork {
  readonly given: readonly GivenNode[];
  /** Of these nodes; undefined where each is connected to all others. */
  readonly topology: Topology | undefined;
}

/**
 * Reaches nodes that Pyx did not start. Throws `TargetError` that names all nodes that do not answer, `RefusedError` where one
 * is not on regtest, and `TpsError` where `tpstestadd` was asked for and one does not have it.
 */
export async function reachNetwork(
  { given, topology }: GivenNetwork,
  via: Via | undefined,
  settings: Omit<NodeSettings, 'target' | 'waivers' | 'readOnly'>,
): Promise<TpsNetwork> {
  const files = new Set<string>();
  const nodes: TpsNode[] = [];
  for (const [{ name, role, peerAddress }, { node, info, guard, targetFile }] of await openAll(given, settings)) {
    if (targetFile) files.add(targetFile.file);
    nodes.push({ name, role, node, guard, call: nodeCall(node.client, CALL_MS), info, peerAddress });
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
    // Whatever shapes them is not Pyx, which cannot leave it out for a round either.
    links: topology && { topology, isShaped: false, relays: undefined, problems: [] },
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

/** Opens each node, also after one that could not be reached, so that all of these are named at once. */
async function openAll(
  given: readonly GivenNode[],
  settings: Omit<NodeSettings, 'target' | 'waivers' | 'readOnly'>,
): Promise<(readonly [GivenNode, OpenedNode])[]> {
  const opened: (readonly [GivenNode, OpenedNode])[] = [];
  const failed: (readonly [name: string, error: TargetError])[] = [];
  for (const node of given) {
    try {
      opened.push([node, await openNode({ ...settings, target: node.target })]);
    } catch (error) {
      if (!(error instanceof TargetError)) throw error;
      failed.push([node.name, error]);
    }
  }
  const [first] = failed;
  if (first === undefined) return opened;
  const [name, cause] = first;
  if (failed.length === 1) throw new TargetError(`${name}: ${cause.message}`, { details: cause.details, cause });
  throw new TargetError(`${failed.length} of ${given.length} nodes cannot be used: ${failed.map(([other]) => other).join(', ')}`, {
    details: failed.map(([other, { message }]) => `${other}: ${message}`),
    remedy: 'each of them must answer calls before the test begins',
    cause,
  });
}
