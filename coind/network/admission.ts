import type { NodeOptions } from '../options/node-options.ts';
import type { BanList } from './ban-list.ts';
import type { Peer } from './peer.ts';
import { parseSubnet, type Subnet } from '../primitives/subnet.ts';

/** Connections of -maxconnections that are reserved for outbound ones. */
const OUTBOUND_CONNECTIONS = 8;

/** Decides which inbound connections are accepted. */
export class Admission {
  readonly #bans: BanList;
  readonly #whitelist: readonly Subnet[];
  readonly #maxInbound: number;

  constructor(bans: BanList, { whitelist, maxConnections }: Pick<NodeOptions, 'whitelist' | 'maxConnections'>) {
    this.#bans = bans;
    this.#whitelist = whitelist.flatMap((text) => parseSubnet(text) ?? []);
    this.#maxInbound = Math.max(0, maxConnections - OUTBOUND_CONNECTIONS);
  }

  isWhitelisted(host: string): boolean {
    return this.#whitelist.some((subnet) => subnet.has(host));
  }

  /**
   * Whether an inbound connection is accepted. At the maximum, the oldest connection without a completed handshake is
   * closed for it, else idle connections could keep all others out.
   */
  accepts(host: string, peers: Iterable<Peer>): boolean {
    const isWhitelisted = this.isWhitelisted(host);
    if (this.#bans.isBanned(host) && !isWhitelisted) return false;
    const inbound = [...peers].filter((peer) => peer.inbound && !peer.closed);
    if (inbound.length < this.#maxInbound) return true;
    const idle = inbound.find((peer) => !peer.ready && !peer.whitelisted); // peers are in the order of their connection
    idle?.disconnect();
    return idle !== undefined || isWhitelisted;
  }
}
