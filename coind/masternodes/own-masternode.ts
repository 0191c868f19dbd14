import type { Chain } from '../chain/types.ts';
import type { Clock } from '../clock.ts';
import type { Curve } from '../crypto/curve.ts';
import { outpointKey } from '../primitives/outpoint.ts';
import type { Outpoint } from '../primitives/types.ts';
import type { Cell, State } from '../state/types.ts';
import { versionNumber } from '../version.ts';
import type { Ballot } from './ballot.ts';
import { PING_EXPIRY_SECONDS, PING_INTERVAL_SECONDS, SENTINEL_EXPIRY_SECONDS, VOTE_LEAD, VOTERS } from './limits.ts';
import type { MasternodeList } from './masternode-list.ts';
import { signPing, type Ping } from './ping.ts';
import { isRefused, type Registry } from './registry.ts';
import type { Masternode, OwnMasternode } from './types.ts';
import { signVote, type Vote } from './vote.ts';
import type { Winners } from './winners.ts';

/** What the sentinel of this node said last. */
interface SentinelPing {
  readonly version: number;
  /** Epoch seconds. */
  readonly at: number;
}

export interface OwnMasternodeDeps {
  readonly chain: Chain;
  readonly clock: Clock;
  readonly curve: Curve;
  readonly state: State;
  readonly registry: Registry;
  readonly list: MasternodeList;
  readonly ballot: Ballot;
  readonly winners: Winners;
  readonly privateKey: Buffer | undefined;
  readonly sendPing: (ping: Ping) => void;
  readonly sendVote: (vote: Vote) => void;
}

/** The masternode that this node is, if any: sends its pings, and votes for winners. */
export class OperatedMasternode {
  readonly #deps: OwnMasternodeDeps;
  readonly #publicKey: Buffer | undefined;
  readonly #sentinel: Cell<SentinelPing>;

  constructor(deps: OwnMasternodeDeps) {
    this.#deps = deps;
    this.#publicKey = deps.privateKey && deps.curve.publicKey(deps.privateKey, true);
    this.#sentinel = deps.state.cell('masternodes.sentinel', { version: 0, at: 0 }); // in memory only
  }

  /** Whether the node was started as a masternode. */
  get isConfigured(): boolean {
    return this.#publicKey !== undefined;
  }

  /** Undefined until it is announced. The one that was announced last, if the key is that of several. */
  get announced(): Masternode | undefined {
    if (this.#publicKey === undefined) return undefined;
    return this.#deps.list
      .all()
      .filter(({ operatorKey }) => operatorKey.equals(this.#publicKey!))
      .sort((a, b) => b.announcedAt - a.announcedAt)[0];
  }

  get own(): OwnMasternode | undefined {
    const { privateKey } = this.#deps;
    const announced = this.announced;
    return announced === undefined || privateKey === undefined ? undefined : { outpoint: announced.outpoint, privateKey };
  }

  sentinelPing(version: number): void {
    this.#sentinel.set({ version, at: this.#deps.clock.seconds() });
  }

  /** A ping of a masternode, made now. */
  ping(outpoint: Outpoint, operatorKey: Uint8Array): Ping {
    const { chain, clock, curve } = this.#deps;
    const { version, at } = this.#sentinel.get();
    const now = clock.seconds();
    const isOwn = this.#publicKey?.equals(curve.publicKey(operatorKey, true)) === true;
    const unsigned = {
      outpoint,
      blockHash: chain.tip.hash,
      signedAt: now,
      daemonVersion: versionNumber,
      sentinelVersion: isOwn ? version : 0,
      sentinelIsCurrent: isOwn && version !== 0 && now - at < SENTINEL_EXPIRY_SECONDS,
    };
    return signPing(unsigned, operatorKey, curve);
  }

  /** Sends a ping if it is time. Returns whether it did. A masternode that must be started anew sends none until it is. */
  pingIfDue(): boolean {
    const { registry, clock, sendPing } = this.#deps;
    const { own, announced } = this;
    if (own === undefined || announced === undefined || announced.status === 'OUTPOINT_SPENT') return false;
    const silence = clock.seconds() - announced.lastSeen;
    if (silence < PING_INTERVAL_SECONDS || silence >= PING_EXPIRY_SECONDS) return false;
    const ping = this.ping(own.outpoint, own.privateKey);
    const taken = registry.ping(ping);
    if (isRefused(taken) || !taken.isNews) return false;
    sendPing(ping);
    return true;
  }

  /** Votes for the winner of the block that can be voted for since the last one came, if this masternode is a voter. */
  vote(): void {
    const { chain, ballot, list, winners, curve, sendVote } = this.#deps;
    if (this.#publicKey === undefined || chain.tip.height < chain.bestHeader.height) return;
    const { own } = this;
    const height = chain.tip.height + VOTE_LEAD;
    const rankHash = winners.rankHash(height);
    if (own === undefined || rankHash === undefined || ballot.of(own.outpoint, height) !== undefined) return;
    const voters = list.ranks(rankHash).slice(0, VOTERS);
    const winner = winners.coming().at(-1);
    if (winner === undefined || !voters.some(({ outpoint }) => outpointKey(outpoint) === outpointKey(own.outpoint))) return;
    const vote = signVote({ voter: own.outpoint, height, payeeScript: winner.payeeScript }, own.privateKey, curve);
    ballot.add(vote);
    sendVote(vote);
  }
}
