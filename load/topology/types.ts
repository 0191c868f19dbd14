/** What a node does in a throughput test. */
export type TopologyRole = 'sender' | 'receiver';

/** A node of a network, before it is started. */
export interface TopologyNode {
  /** `sender-1`, or as the file names it. */
  readonly name: string;
  readonly role: TopologyRole;
  /** Undefined in a network without regions. */
  readonly region?: string | undefined;
}

/** What a link does to what passes, the same in both directions but for the bandwidth. */
export interface LinkShaping {
  /** One way, in milliseconds: half of a round trip. */
  readonly latencyMs: number;
  /** The latency of each piece of data is drawn evenly from `latencyMs - jitterMs` to `latencyMs + jitterMs`; order is kept. */
  readonly jitterMs: number;
  /** Bits per second from the first node to the second and back; undefined where it has no limit. */
  readonly bandwidth: { readonly forward?: number | undefined; readonly back?: number | undefined };
  /** The connection breaks, and comes back: mean times, drawn by the seed. */
  readonly breaks?: { readonly everyMs: number; readonly forMs: number } | undefined;
}

/** A connection between two nodes. The second of them opens it, as receivers call senders. */
export interface Link {
  /** Names of two nodes, in the order of `Topology.nodes`. */
  readonly between: readonly [string, string];
  readonly shaping: LinkShaping;
}

/** A network as data: nodes, and who is connected to whom. Connected, without two links between the same nodes. */
export interface Topology {
  /** `ring`, or as the file names it. */
  readonly name: string;
  readonly summary: string;
  /** Where it was read from; undefined for a shape. */
  readonly file?: string | undefined;
  /** Senders first. */
  readonly nodes: readonly TopologyNode[];
  readonly links: readonly Link[];
}

/** A link that changes nothing. */
export const plainLink: LinkShaping = { latencyMs: 0, jitterMs: 0, bandwidth: {} };

/** Whether a link changes what passes, so that it needs a relay. */
export const isShaped = ({ latencyMs, jitterMs, bandwidth, breaks }: LinkShaping): boolean =>
  latencyMs > 0 || jitterMs > 0 || bandwidth.forward !== undefined || bandwidth.back !== undefined || breaks !== undefined;

/** Whether some link of a network is other than a direct connection. */
export const hasShapedLinks = (topology: Topology | undefined): boolean =>
  topology?.links.some(({ shaping }) => isShaped(shaping)) ?? false;
