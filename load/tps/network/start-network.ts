import { openNode, type NodeSettings } from '../../../engine/open-node.ts';
import { reportedTarget } from '../../../engine/reported-target.ts';
import { TargetError, type RunningNode, type StartOptions, type Target } from '../../../fixtures/targets/types.ts';
import { nodeCall } from '../../node-call.ts';
import { CALL_MS } from '../limits.ts';
import { TpsError } from '../errors.ts';
import { namedNodes } from '../../topology/of-shape.ts';
import type { Topology } from '../../topology/types.ts';
import type { Via } from '../results.ts';
import { assertLinkable, linkNodes } from './link-nodes.ts';
import type { TpsNetwork, TpsNode } from './types.ts';

const TPS_TEST: StartOptions = ['-tpstest'];
/** Nodes announce transactions to inbound peers at random moments seconds apart, unless they are on this list. */
const RELAY_AT_ONCE: StartOptions = ['-whitelist=0.0.0.0/0'];
const NOTIFY: StartOptions = ['-zmqpubhashtx=tcp://{host}:{zmqPort}'];
/** Megabytes that a memory pool may take; nodes count a transaction as more than its bytes. */
const MIN_POOL_MB = 300;
const POOL_BYTES_PER_VBYTE = 4;
const POOL_BYTES_PER_TRANSACTION = 2_000;
const STARTS_AT_ONCE = 4;

export interface StartNetworkOptions extends Omit<NodeSettings, 'waivers' | 'readOnly'> {
  readonly senders: number;
  readonly receivers: number;
  /** In place of numbers of senders and receivers, of which all are connected to each other. */
  readonly topology?: Topology | undefined;
  /** Links pass through relays, also those that change nothing. */
  readonly isRelayed: boolean;
  /** Of jitter and breaks of links. */
  readonly seed: number;
  /** undefined: `tpstestadd` where the nodes have it. */
  readonly via: Via | undefined;
  /** Transactions in the pool at once, and the virtual size of them all. */
  readonly pool: { readonly transactions: number; readonly vbytes: number };
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Starts the nodes of a network. Throws `TargetError`, `TargetFileError` or `RefusedError` where they do not start, and
 * `TpsError` where `tpstestadd` was asked for and the nodes do not have it.
 */
export async function startNetwork(options: StartNetworkOptions): Promise<TpsNetwork> {
  if (!options.target.capabilities.peers) throw new TpsError(`the nodes of ${options.target.name} cannot be connected to each other`);
  const wantedNodes = options.topology?.nodes ?? namedNodes(options.senders, options.receivers);
  if (options.topology) assertLinkable({ ...options, topology: options.topology });
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
  const poolMb = Math.ceil(
    Math.max(MIN_POOL_MB, (options.pool.vbytes * POOL_BYTES_PER_VBYTE + options.pool.transactions * POOL_BYTES_PER_TRANSACTION) / 1e6),
  );
  const common = [`-maxmempool=${poolMb}`];
  const { first, candidate } = await firstThatStarts(target, candidates, common);
  const startOptions = [...common, ...candidate.options];
  const started = await startOthers(first, wantedNodes.length, () => target.start('peers', startOptions), options.onProgress);
  const nodes = wantedNodes.map(({ name, role }, index): TpsNode => {
    const node = started[index]!;
    return {
      name,
      role,
      node,
      guard,
      call: nodeCall(node.client, CALL_MS),
      info,
      // Of a container it may change when it is started again.
      get peerAddress() {
        return node.peerAddress;
      },
    };
  });
  return {
    nodes,
    links: options.topology && (await linkNodes({ ...options, topology: options.topology, nodes })),
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

/** Starts as many as are missing, some side by side: a start is mostly waiting. */
async function startOthers(
  first: RunningNode,
  total: number,
  start: () => Promise<RunningNode>,
  onProgress: (done: number, total: number) => void,
): Promise<RunningNode[]> {
  const started = [first];
  let begun = 1;
  onProgress(1, total);
  const startInTurn = async (): Promise<void> => {
    while (begun++ < total) {
      started.push(await start());
      onProgress(started.length, total);
    }
  };
  await Promise.all(Array.from({ length: STARTS_AT_ONCE }, startInTurn));
  return started;
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
