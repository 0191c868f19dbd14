import type { ProtocolPart } from '../network/message-handler.ts';
import { NO_PAYLOAD } from '../network/messages.ts';
import type { Peer } from '../network/peer.ts';
import type { Network } from '../network/types.ts';
import { isCoind } from '../user-agent.ts';
import type { ByteReader } from '../primitives/byte-reader.ts';
import { encodeBroadcast, readBroadcast, type Broadcast } from './broadcast.ts';
import { encodePing, readPing, type Ping } from './ping.ts';
import { isRefused, type Taken } from './registry.ts';
import { encodeVote, readVote, type Vote } from './vote.ts';

/** At most so many of each kind are sent to a peer that asks. */
const MAX_SENT = 5_000;
/** A peer that asks again sooner gets no answer. */
const ANSWER_DISTANCE_TICKS = 5;

/** What the relay reads and changes. */
export interface MasternodeStore {
  broadcasts(): readonly Broadcast[];
  /** About blocks above the tip. */
  votes(): readonly Vote[];
  takeBroadcast(broadcast: Broadcast): Taken;
  takePing(ping: Ping): Taken;
  takeVote(vote: Vote): Taken;
}

/** Messages about masternodes: `mnb` announces one, `mnp` is a ping, `mnw` a vote about a winner; `mnget`, `mnwget` ask for all. */
export class MasternodeRelay implements ProtocolPart {
  readonly handlers = {
    mnb: (peer: Peer, payload: ByteReader): void => this.#broadcastCame(peer, readBroadcast(payload)),
    mnp: (peer: Peer, payload: ByteReader): void => this.#pingCame(peer, readPing(payload)),
    mnw: (peer: Peer, payload: ByteReader): void => this.#voteCame(peer, readVote(payload)),
    mnget: (peer: Peer): void => this.#answer(peer, 'list'),
    mnwget: (peer: Peer): void => this.#answer(peer, 'votes'),
  };
  readonly #network: Pick<Network, 'addPart' | 'broadcast' | 'misbehave'>;
  readonly #store: MasternodeStore;
  /** The tick of the last answer to each peer. */
  readonly #answered = new Map<Peer, Map<'list' | 'votes', number>>();
  #ticks = 0;
  /** Messages that were news to this node. */
  news = 0;

  constructor(network: Pick<Network, 'addPart' | 'broadcast' | 'misbehave'>, store: MasternodeStore) {
    this.#network = network;
    this.#store = store;
    network.addPart(this);
  }

  joined(peer: Peer): void {
    this.#answered.set(peer, new Map());
    this.#sendList(peer);
    this.#sendVotes(peer);
  }

  left(peer: Peer): void {
    this.#answered.delete(peer);
  }

  tick(): void {
    this.#ticks += 1;
  }

  /** Asks the peers for their masternodes. */
  askForList(): void {
    this.#ask('mnget');
  }

  /** Asks the peers for their votes. */
  askForVotes(): void {
    this.#ask('mnwget');
  }

  sendBroadcast(broadcast: Broadcast, except?: Peer): void {
    this.#network.broadcast('mnb', encodeBroadcast(broadcast), except);
  }

  sendPing(ping: Ping, except?: Peer): void {
    this.#network.broadcast('mnp', encodePing(ping), except);
  }

  sendVote(vote: Vote, except?: Peer): void {
    this.#network.broadcast('mnw', encodeVote(vote), except);
  }

  #broadcastCame(peer: Peer, broadcast: Broadcast): void {
    if (this.#isNews(peer, 'mnb', this.#store.takeBroadcast(broadcast))) this.sendBroadcast(broadcast, peer);
  }

  #pingCame(peer: Peer, ping: Ping): void {
    if (this.#isNews(peer, 'mnp', this.#store.takePing(ping))) this.sendPing(ping, peer);
  }

  #voteCame(peer: Peer, vote: Vote): void {
    if (this.#isNews(peer, 'mnw', this.#store.takeVote(vote))) this.sendVote(vote, peer);
  }

  #isNews(peer: Peer, command: string, taken: Taken): boolean {
    if (isRefused(taken)) this.#network.misbehave(peer, taken.score, `${command}: ${taken.reason}`);
    const isNews = !isRefused(taken) && taken.isNews;
    if (isNews) this.news += 1;
    return isNews;
  }

  /** Only those that know these messages: others may end the connection. */
  #ask(command: 'mnget' | 'mnwget'): void {
    for (const peer of this.#answered.keys()) if (isCoind(peer.version?.userAgent ?? '')) peer.send(command, NO_PAYLOAD);
  }

  #answer(peer: Peer, what: 'list' | 'votes'): void {
    const answered = this.#answered.get(peer);
    const last = answered?.get(what);
    if (answered === undefined || (last !== undefined && this.#ticks - last < ANSWER_DISTANCE_TICKS)) return;
    answered.set(what, this.#ticks);
    if (what === 'list') this.#sendList(peer);
    else this.#sendVotes(peer);
  }

  #sendList(peer: Peer): void {
    for (const broadcast of this.#store.broadcasts().slice(0, MAX_SENT)) peer.send('mnb', encodeBroadcast(broadcast));
  }

  #sendVotes(peer: Peer): void {
    for (const vote of this.#store.votes().slice(0, MAX_SENT)) peer.send('mnw', encodeVote(vote));
  }
}
