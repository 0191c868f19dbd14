import type { RandomSource } from '../random.ts';
import type { Clock } from '../clock.ts';
import { encodeAddresses, NO_PAYLOAD, readAddresses, type KnownAddress } from './messages.ts';
import { formatAddress, isRoutable } from '../primitives/net-address.ts';
import type { MessageHandler, ProtocolPart } from './message-handler.ts';
import type { Peer } from './peer.ts';
import { MAX_ADDRESSES } from './protocol.ts';
import { RollingSet } from './rolling-set.ts';

const MAX_KNOWN = 5_000;
/** News that few addresses come with are told on, to so many peers. */
const NEWS = 10;
const TELL = 2;
const NEWS_SECONDS = 600;
/** What lies further ahead of our clock, or back before 1973, is no time. */
const AHEAD_SECONDS = 600;
const MIN_TIME = 100_000_000;
const DAY_SECONDS = 86_400;
const STALE_SECONDS = 30 * DAY_SECONDS;
const REMEMBERED = 1_000;

/**
 * Addresses that peers have told us, for peers that ask. On this chain a node connects to nobody that it was not told to
 * connect to by its user, so they serve others alone.
 */
export class AddressBook implements ProtocolPart {
  readonly handlers: Readonly<Record<string, MessageHandler>>;
  readonly #clock: Clock;
  readonly #random: RandomSource;
  /** Our own, as others reach us. */
  readonly #own: () => readonly KnownAddress[];
  readonly #known = new Map<string, KnownAddress>();
  readonly #peers = new Map<Peer, { answered: boolean; readonly told: RollingSet }>();

  constructor({
    clock,
    random,
    own,
  }: {
    readonly clock: Clock;
    readonly random: RandomSource;
    readonly own: () => readonly KnownAddress[];
  }) {
    this.#clock = clock;
    this.#random = random;
    this.#own = own;
    this.handlers = {
      addr: (peer, payload) => this.#learn(peer, readAddresses(payload, MAX_ADDRESSES)),
      getaddr: (peer) => this.#answer(peer),
    };
  }

  joined(peer: Peer): void {
    this.#peers.set(peer, { answered: false, told: new RollingSet(REMEMBERED) });
    // Those that connect to us are not asked: whoever wants to be known would have us ask him.
    if (!peer.inbound) peer.send('getaddr', NO_PAYLOAD);
    const own = this.#own();
    if (own.length > 0) peer.send('addr', encodeAddresses(own));
  }

  left(peer: Peer): void {
    this.#peers.delete(peer);
  }

  #learn(peer: Peer, addresses: readonly KnownAddress[]): void {
    const now = this.#clock.seconds();
    const fresh: KnownAddress[] = [];
    for (const given of addresses) {
      if (!isRoutable(given.host) || given.port === 0) continue;
      const sane = given.time > MIN_TIME && given.time <= now + AHEAD_SECONDS;
      const address = { ...given, time: sane ? given.time : now - 5 * DAY_SECONDS };
      const key = formatAddress(address);
      this.#peers.get(peer)?.told.add(key);
      this.#keep(key, address);
      if (address.time > now - NEWS_SECONDS) fresh.push(address);
    }
    if (addresses.length <= NEWS) this.#tellOn(peer, fresh);
  }

  #keep(key: string, address: KnownAddress): void {
    const known = this.#known.get(key);
    if (known && known.time >= address.time) return;
    this.#known.delete(key);
    if (this.#known.size >= MAX_KNOWN) this.#known.delete(this.#known.keys().next().value!); // the one that was heard of longest ago
    this.#known.set(key, address);
  }

  #tellOn(from: Peer, addresses: readonly KnownAddress[]): void {
    const others = [...this.#peers].filter(([peer]) => peer !== from);
    for (const address of addresses) {
      const key = formatAddress(address);
      for (let told = 0; told < TELL && others.length > 0; told++) {
        const [peer, state] = others[this.#random.below(others.length)]!;
        if (state.told.has(key) || peer.congested) continue;
        state.told.add(key);
        peer.send('addr', encodeAddresses([address]));
      }
    }
  }

  /** Once to each that connects to us; asking those we have connected to is how one is traced. */
  #answer(peer: Peer): void {
    const state = this.#peers.get(peer);
    if (!state || state.answered || !peer.inbound) return;
    state.answered = true;
    const since = this.#clock.seconds() - STALE_SECONDS;
    const current = [...this.#known.values()].filter(({ time }) => time > since);
    const start = current.length > MAX_ADDRESSES ? this.#random.below(current.length) : 0;
    const some = [...current.slice(start), ...current.slice(0, start)].slice(0, MAX_ADDRESSES);
    if (some.length > 0) peer.send('addr', encodeAddresses(some));
  }
}
