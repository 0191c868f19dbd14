import { NetworkError } from './network-error.ts';
import type { Clock } from '../clock.ts';
import type { Codec, State, Table } from '../state/types.ts';
import { normalIp } from '../primitives/net-address.ts';
import { parseSubnet, type Subnet } from '../primitives/subnet.ts';
import type { Ban } from './types.ts';

const codec: Codec<Ban> = {
  encode: (ban) => Buffer.from(JSON.stringify(ban)),
  decode: (bytes) => JSON.parse(bytes.toString()) as Ban,
};

/** Banned subnets with the end of each ban. Saved in the data directory, if the node has one. */
export class BanList {
  readonly #table: Table<Ban>;
  readonly #clock: Clock;
  readonly #subnets = new Map<string, Subnet>(); // parsed once

  constructor(state: State, clock: Clock) {
    this.#clock = clock;
    this.#table = state.table<Ban>('network/bans', codec);
  }

  /** Bans that have not expired, sorted by subnet. */
  list(): readonly Ban[] {
    this.#sweep();
    return [...this.#table.values()].sort((a, b) => (a.subnet < b.subnet ? -1 : 1));
  }

  isBanned(host: string): boolean {
    if (this.#table.size === 0) return false;
    this.#sweep();
    for (const subnet of this.#table.keys()) if (this.#subnet(subnet).has(host)) return true;
    return false;
  }

  /**
   * Bans an address or subnet until `until`, in epoch seconds. Throws `NetworkError`: invalid-subnet for an invalid text,
   * already-added if the subnet is already banned, or the single address is in a banned subnet.
   */
  add(text: string, until: number): Subnet {
    const subnet = parseSubnet(text);
    if (!subnet) throw new NetworkError('invalid-subnet', 'Error: Invalid IP/Subnet');
    this.#sweep();
    const host = normalIp(text);
    if (this.#table.has(subnet.text) || (host !== undefined && this.isBanned(host))) {
      throw new NetworkError('already-added', 'Error: IP/Subnet already banned');
    }
    this.put(subnet, until, 'manually added');
    return subnet;
  }

  /** Bans a subnet, or extends its ban. */
  put(subnet: Subnet, until: number, reason: Ban['reason']): void {
    if ((this.#table.get(subnet.text)?.until ?? -Infinity) >= until) return;
    this.#table.set(subnet.text, { subnet: subnet.text, until, createdAt: this.#clock.seconds(), reason });
  }

  /** Removes a ban. Throws `NetworkError` (invalid-subnet) for an invalid subnet or one that is not banned. */
  remove(text: string): void {
    const subnet = parseSubnet(text);
    if (!subnet) throw new NetworkError('invalid-subnet', 'Error: Invalid IP/Subnet');
    if (!this.#table.has(subnet.text)) {
      throw new NetworkError('invalid-subnet', 'Error: Unban failed. Requested address/subnet was not previously manually banned.');
    }
    this.#table.delete(subnet.text);
  }

  clear(): void {
    this.#table.clear();
  }

  #sweep(): void {
    const now = this.#clock.seconds();
    const expired = [...this.#table.values()].filter(({ until }) => until <= now);
    for (const { subnet } of expired) this.#table.delete(subnet);
  }

  #subnet(text: string): Subnet {
    let subnet = this.#subnets.get(text);
    if (!subnet) {
      if (this.#subnets.size > this.#table.size + 1000) this.#subnets.clear();
      subnet = parseSubnet(text)!;
      this.#subnets.set(text, subnet);
    }
    return subnet;
  }
}
