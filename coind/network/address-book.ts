import type { RandomSource } from '../random.ts';
import type { Clock } from '../clock.ts';
import { encodeAddresses, NO_PAYLOAD, readAddresses, type KnownAddress } from './messages.ts';
import { formatAddress, isRoutable } from '../primitives/net-address.ts';
import type { MessageHandler, ProtocolPart } from './message-handler.ts';
import type { Peer } from './peer.ts';
import { MAX_ADDRESSES } from './protocol.ts';
import { RollingSet } from './rolling-set.ts';

const MAX_KNOWN = 5_000;
/** Messages with at most this many addresses are relayed: addresses seen recently, each to a few peers. */
const MAX_RELAYED = 10;
const RELAY_PEERS = 2;
const RELAY_MAX_AGE_SECONDS = 600;
/** Times further ahead of our clock, or before 1973, are invalid. */
const MAX_FUTURE_SECONDS = 600;
const MIN_TIME = 100_000_000;
const DAY_SECONDS = 86_400;
const STALE_SECONDS = 30 * DAY_SECONDS;
const MAX_REMEMBERED = 1_000;

/**
 * Addresses that peers have announced, for peers that ask for addresses. The node itself connects only to nodes that its
 * user has named.
 */
export class AddressBook implements ProtocolPart {
  readonly handlers: Readonly<Record<string, MessageHandler>>;
  readonly #clock: Clock;
  readonly #random: RandomSource;
  /** Public addresses of this node. */
  readonly #own: () => readonly KnownAddress[];
  readonly #known = new Map<string, KnownAddress>();
  readonly #peers = new Map<Peer, { answered: boolean; readonly known: RollingSet }>();

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
    this.#peers.set(peer, { answered: false, known: new RollingSet(MAX_REMEMBERED) });
    // Inbound peers are not asked: an attacker could connect in order to be asked.
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
      const isValidTime = given.time > MIN_TIME && given.time <= now + MAX_FUTURE_SECONDS;
      const address = { ...given, time: isValidTime ? given.time : now - 5 * DAY_SECONDS };
      const key = formatAddress(address);
      this.#peers.get(peer)?.known.add(key);
      this.#keep(key, address);
      if (address.time > now - RELAY_MAX_AGE_SECONDS) fresh.push(address);
    }
    if (addresses.length <= MAX_RELAYED) this.#relay(peer, fresh);
  }

  #keep(key: string, address: KnownAddress): void {
    const known = this.#known.get(key);
    if (known && known.time >= address.time) return;
    this.#known.delete(key);
    if (this.#known.size >= MAX_KNOWN) this.#known.delete(this.#known.keys().next().value!); // the oldest entry
    this.#known.set(key, address);
  }

  #relay(from: Peer, addresses: readonly KnownAddress[]): void {
    const others = [...this.#peers].filter(([peer]) => peer !== from);
    for (const address of addresses) {
      const key = formatAddress(address);
      for (let count = 0; count < RELAY_PEERS && others.length > 0; count++) {
        const [peer, state] = others[this.#random.below(others.length)]!;
        if (state.known.has(key) || peer.congested) continue;
        state.known.add(key);
        peer.send('addr', encodeAddresses([address]));
      }
    }
  }

  /** Answers each inbound peer once. Outbound peers get no answer: it would help to trace this node. */
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
