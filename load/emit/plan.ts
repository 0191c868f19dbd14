import { PROFILES, replacePlaceholders } from '../../fixtures/targets/profiles.ts';
import { poolOption, RELAY_AT_ONCE, TPS_TEST, type PoolNeed } from '../tps/network/start-options.ts';
import type { Via } from '../tps/results.ts';
import type { Topology } from '../topology/types.ts';
import type { EmittedFault } from './faults.ts';

/** A test on a network that another engine makes: what its manifests are written from. */
export interface EmitPlan {
  readonly topology: Topology;
  /** Image of the nodes: its entry point is the node, and arguments are its options. */
  readonly image: string;
  readonly pyxImage: string;
  readonly via: Via;
  readonly pool: PoolNeed;
  /** In the order in which they begin. */
  readonly faults: readonly EmittedFault[];
  /** Arguments of `pyx tps` besides `--nodes` and `--out`. */
  readonly measurement: readonly string[];
}

/** Ports of every node: each has an address of its own. */
export const RPC_PORT = 18_443;
export const PEER_PORT = 18_444;

/** Where nodes keep their data. */
export const DATA_FOLDER = '/data';

/** What a node of a test may use: as much as it asks for, so that other work does not change its figures. */
export const NODE_CPUS = 1;
export const NODE_MEMORY_MIB = 1_024;
/** What Pyx may use. */
export const PYX_CPUS = 2;
export const PYX_MEMORY_MIB = 2_048;

/** Start options of a node besides its credentials. @param called addresses of the nodes that it calls, `host:port` */
export function nodeOptions({ via, pool }: EmitPlan, called: readonly string[]): string[] {
  return [
    '-regtest',
    `-datadir=${DATA_FOLDER}`,
    '-printtoconsole',
    `-rpcport=${RPC_PORT}`,
    '-rpcbind=0.0.0.0',
    '-rpcallowip=0.0.0.0/0',
    ...replacePlaceholders(PROFILES.peers, { host: '0.0.0.0', peerPort: PEER_PORT, zmqPort: 0, extClient: '' }),
    poolOption(pool),
    ...(via === 'tpstestadd' ? TPS_TEST : RELAY_AT_ONCE),
    ...called.map((address) => `-addnode=${address}`),
  ];
}

/** Names of the nodes that each node calls, as the later one of a link calls the earlier one. */
export function calledBy({ links }: Pick<Topology, 'links'>, name: string): string[] {
  return links.filter(({ between: [, caller] }) => caller === name).map(({ between: [called] }) => called);
}
