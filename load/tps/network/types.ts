import type { RunningNode } from '../../../fixtures/targets/types.ts';
import type { ChainGuard } from '../../../engine/chain-guard.ts';
import type { NodeInfo } from '../../../engine/prepare.ts';
import type { ReportedTarget } from '../../../engine/reported-target.ts';
import type { NodeCall } from '../../node-call.ts';
import type { LinkRelays } from '../../links/link-relays.ts';
import type { Topology } from '../../topology/types.ts';
import type { Role, Via } from '../results.ts';

/** A node of the network. */
export interface TpsNode {
  /** `sender-1` */
  readonly name: string;
  readonly role: Role;
  readonly node: RunningNode;
  /** Watches its chain. */
  readonly guard: ChainGuard;
  readonly call: NodeCall;
  readonly info: NodeInfo;
  /** `host:port`, as the other nodes reach it; undefined for a node that Pyx did not start and that was given without one. */
  readonly peerAddress: string | undefined;
}

/** The links of a network of a chosen topology. */
export interface NetworkLinks {
  readonly topology: Topology;
  /** Any of its links changes what passes. */
  readonly isShaped: boolean;
  /** Undefined where nodes are connected directly. */
  readonly relays: LinkRelays | undefined;
  /** Links that could not be made again after a break, in sentences. */
  readonly problems: readonly string[];
}

/** Nodes that run, before they are connected to each other. */
export interface TpsNetwork {
  readonly nodes: readonly TpsNode[];
  readonly target: ReportedTarget;
  /** Undefined where every node is connected to every other, directly. */
  readonly links?: NetworkLinks | undefined;
  /** Pyx started the nodes. */
  readonly isOwn: boolean;
  readonly via: Via;
  /** What nodes were started with besides their profile. */
  readonly startOptions: readonly string[];
  /** What the user should know about how they were started. */
  readonly notes: readonly string[];
}

export const senders = (nodes: readonly TpsNode[]): TpsNode[] => nodes.filter(({ role }) => role === 'sender');
export const receivers = (nodes: readonly TpsNode[]): TpsNode[] => nodes.filter(({ role }) => role === 'receiver');
