import { openNode, type NodeSettings } from '../../../engine/open-node.ts';
import { reportedTarget } from '../../../engine/reported-target.ts';
import { TargetError, type RunningNode, type StartOptions, type Target } from '../../../fixtures/targets/types.ts';
import { nodeCall } from '../../node-call.ts';
import { neighboursOf } from '../../topology/neighbours.ts';
import { topologyOfShape } from '../../topology/of-shape.ts';
import { CALL_MS } from '../limits.ts';
import { TpsError } from '../errors.ts';
import type { Via } from '../results.ts';
import { poolOption, RELAY_AT_ONCE, TPS_TEST, type PoolNeed } from './start-options.ts';
import type { TpsNetwork, TpsNode } from './types.ts';

const NOTIFY: StartOptions = ['-zmqpubhashtx=tcp://{host}:{zmqPort}'];

export interface StartNetworkOptions extends Omit<NodeSettings, 'waivers' | 'readOnly'> {
  readonly senders: number;
  readonly receivers: number;
  /** undefined: `tpstestadd` where the nodes have it. */
  readonly via: Via | undefined;
  readonly pool: PoolNeed;
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Starts the nodes of a network. Throws `TargetError`, `TargetFileError` or `RefusedError` where they do not start, and
 * `TpsError` where `tpstestadd` was asked for and the nodes do not have it.
 */
export async function startNetwork(options: StartNetworkOptions): Promise<TpsNetwork> {
  if (!options.target.capabilities.peers) throw new TpsError(`the nodes of ${options.target.name} cannot be connected to each other`);
  const opened = await openNode(options);
  const { target, guard, absent, info } = opened;
  await opened.node.stop();
  const lacking = absent.get('tpstestadd');
  if (lacking !== undefined && options.via === 'tpstestadd')
    throw new TpsError(`--via tpstestadd, but ${target.name} does not have it: ${lacking}`, { remedy: 'use --via sendrawtransaction' });
  const wanted = options.via ?? (lacking === undefined ? 'tpstestadd' : 'sendrawtransaction');
  const candidates: readonly Candidate[] = [
    ...(wanted === 'tpstestadd' ? [{ via: 'tpstestadd', options: TPS_TEST } as const] : []),
    ...(options.via === 'tpstestadd'
      ? []
      : ([
          { via: 'sendrawtransaction', options: [...RELAY_AT_ONCE, ...NOTIFY] },
          { via: 'sendrawtransaction', options: RELAY_AT_ONCE },
        ] as const)),
  ];
  const common = [poolOption(options.pool)];
  const { first, candidate } = await firstThatStarts(target, candidates, common);
  const startOptions = [...common, ...candidate.options];
  const started: RunningNode[] = [first];
  const total = options.senders + options.receivers;
  options.onProgress(1, total);
  while (started.length < total) {
    started.push(await target.start('peers', startOptions));
    options.onProgress(started.length, total);
  }
  const topology = topologyOfShape({ shape: 'full', senders: options.senders, receivers: options.receivers, seed: 0 });
  const neighbours = neighboursOf(topology);
  const nodes = started.map((node, index): TpsNode => {
    const { name, role } = topology.nodes[index]!;
    return {
      name,
      role,
      node,
      guard,
      call: nodeCall(node.client, CALL_MS),
      info,
      peerAddress: node.peerAddress,
      linkedTo: neighbours.get(name)!,
    };
  });
  return {
    nodes,
    via: candidate.via,
    startOptions,
    target: reportedTarget(target, opened),
    isOwn: true,
    notes: [
      ...(options.via === undefined && candidate.via === 'sendrawtransaction'
        ? [`${target.name} has no tpstestadd${lacking === undefined ? '' : ` (${lacking})`}: transactions are sent by sendrawtransaction`]
        : []),
      ...(candidate.options.includes(RELAY_AT_ONCE[0]!)
        ? [`nodes are started with ${RELAY_AT_ONCE.join(' ')}, so that they relay to each other without the random delays of privacy`]
        : []),
    ],
  };
}

interface Candidate {
  readonly via: Via;
  readonly options: StartOptions;
}

/** Which options a release knows is shown by starting it. */
async function firstThatStarts(
  target: Target,
  candidates: readonly Candidate[],
  common: StartOptions,
): Promise<{ readonly first: RunningNode; readonly candidate: Candidate }> {
  for (const [index, candidate] of candidates.entries()) {
    try {
      return { first: await target.start('peers', [...common, ...candidate.options]), candidate };
    } catch (error) {
      const isLast = index === candidates.length - 1;
      if (isLast || !(error instanceof TargetError && error.refusal !== undefined)) throw error;
    }
  }
  throw new Error('there is no way to start the nodes');
}
