import type { LinkShaping } from '../topology/types.ts';

/** What passes through a link, by the commands of the peer protocol. */
export const trafficKinds = ['announcement', 'request', 'transaction', 'duplicate', 'block', 'other'] as const;

/**
 * `announcement`: `inv` of transactions; `request`: `getdata` of them; `transaction`: `tx`; `duplicate`: a `tx` that its receiver was
 * sent before by any node, or sent itself; `block`: blocks and headers, with their announcements and requests; `other`: the rest,
 * also bytes that are no message.
 */
export type TrafficKind = (typeof trafficKinds)[number];

/** Messages and their bytes, with headers. */
export interface TrafficCount {
  messages: number;
  bytes: number;
}

/** What passed in one direction. */
export type Traffic = Record<TrafficKind, TrafficCount>;

/** What passed through one link. */
export interface LinkFigures {
  readonly between: readonly [string, string];
  /** From the first node to the second. */
  readonly forward: Traffic;
  readonly back: Traffic;
  /** Connections that were closed by a break, or by `cut`. */
  readonly connectionsLost: number;
}

/** What the relays added to what was asked of them. */
export interface RelayUse {
  /** CPU seconds for each second, of all links together; 1 is a whole core. */
  readonly cpuShare: number;
  /** From the time at which a piece of data was due to its writing. */
  readonly delay: {
    readonly count: number;
    readonly p50Us: number;
    readonly p95Us: number;
    readonly p99Us: number;
    readonly maxUs: number;
  };
}

/** Since the links were started, or since `reset`. */
export interface RelayFigures {
  readonly links: readonly LinkFigures[];
  readonly use: RelayUse;
}

/** A link to be relayed. */
export interface RelayedLink {
  readonly between: readonly [string, string];
  readonly shaping: LinkShaping;
  /** `host:port` at which the first node is dialled, when the second one dials the relay. */
  readonly target: string;
}

export function noTraffic(): Traffic {
  const none = (): TrafficCount => ({ messages: 0, bytes: 0 });
  return { announcement: none(), request: none(), transaction: none(), duplicate: none(), block: none(), other: none() };
}
