import type { Chain } from '../chain/types.ts';
import type { Clock } from '../clock.ts';
import type { Curve } from '../crypto/curve.ts';
import type { ChainParams } from '../params.ts';
import { hash160 } from '../primitives/hash.ts';
import { ipBytes } from '../primitives/net-address.ts';
import { outpointKey } from '../primitives/outpoint.ts';
import type { Outpoint } from '../primitives/types.ts';
import { p2pkh, p2wpkh } from '../script/standard.ts';
import type { State, Table } from '../state/types.ts';
import { broadcastHash, broadcastId, type Broadcast } from './broadcast.ts';
import { entryCodec, type Entry } from './entry.ts';
import { MAX_FUTURE_SECONDS, MAX_WAITING, MIN_PING_DISTANCE_SECONDS, PING_EXPIRY_SECONDS } from './limits.ts';
import { pingHash, type Ping } from './ping.ts';
import { isSignedBy } from './signing.ts';

/** Why a message of a masternode is not taken over. */
export interface Refusal {
  readonly reason: string;
  /** Misbehaviour score of the peer that sent it; 0 where an honest peer may have sent it. */
  readonly score: number;
  /** What the message needs may still come, so that it may be valid later. */
  readonly mayBecomeValid: boolean;
}

/** `isNews`: it was not known before, so that peers should hear of it. */
export type Taken = { readonly isNews: boolean } | Refusal;

export const isRefused = (taken: Taken): taken is Refusal => 'reason' in taken;

const KNOWN: Taken = { isNews: false };
const NEWS: Taken = { isNews: true };

const refusal = (reason: string, score = 0): Refusal => ({ reason, score, mayBecomeValid: false });
const notYet = (reason: string): Refusal => ({ reason, score: 0, mayBecomeValid: true });

const INVALID = 100;

export interface RegistryDeps {
  readonly chain: Chain;
  readonly state: State;
  readonly params: ChainParams;
  readonly clock: Clock;
  readonly curve: Curve;
}

/** The masternodes that were announced, with their latest pings. What is kept was valid when it came. */
export class Registry {
  readonly #deps: RegistryDeps;
  readonly #entries: Table<Entry>;
  /** Announcements that may become valid with the next blocks. Their signatures are valid. */
  readonly #waiting = new Map<string, Broadcast>();

  constructor(deps: RegistryDeps) {
    this.#deps = deps;
    this.#entries = deps.state.table('masternodes.entries', entryCodec);
    deps.state.onRestore(() => this.#waiting.clear());
  }

  get size(): number {
    return this.#entries.size;
  }

  entries(): Entry[] {
    return [...this.#entries.values()];
  }

  get(outpoint: Outpoint): Entry | undefined {
    return this.#entries.get(outpointKey(outpoint));
  }

  hasCollateral({ broadcast: { outpoint } }: Entry): boolean {
    return this.#deps.chain.coin(outpoint) !== undefined;
  }

  /** Takes an announcement over. The masternode that it is about replaces its earlier announcement. */
  announce(broadcast: Broadcast): Taken {
    const known = this.get(broadcast.outpoint);
    if (known !== undefined && broadcastId(known.broadcast) === broadcastId(broadcast)) {
      const taken = this.ping(broadcast.ping);
      return isRefused(taken) ? KNOWN : taken;
    }
    const refused = this.#invalidity(broadcast) ?? this.#staleness(broadcast, known);
    if (refused !== undefined) return refused;
    const payeeScript = this.#payeeOf(broadcast);
    if (!Buffer.isBuffer(payeeScript)) return payeeScript;
    this.#waiting.delete(outpointKey(broadcast.outpoint));
    this.#entries.set(outpointKey(broadcast.outpoint), { broadcast, payeeScript });
    return NEWS;
  }

  /** Keeps an announcement that may become valid, up to a maximum number. */
  wait(broadcast: Broadcast): void {
    const key = outpointKey(broadcast.outpoint);
    this.#waiting.delete(key);
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size >= MAX_WAITING && oldest !== undefined) this.#waiting.delete(oldest);
    this.#waiting.set(key, broadcast);
  }

  /** Announcements that waited and are valid now, taken over. */
  takeWaiting(): Broadcast[] {
    return [...this.#waiting.values()].filter((broadcast) => {
      const taken = this.announce(broadcast);
      if (isRefused(taken) && taken.mayBecomeValid) return false;
      this.#waiting.delete(outpointKey(broadcast.outpoint));
      return !isRefused(taken) && taken.isNews;
    });
  }

  ping(ping: Ping): Taken {
    const entry = this.get(ping.outpoint);
    if (entry === undefined) return refusal('the masternode is not known');
    const { broadcast } = entry;
    if (ping.signedAt <= broadcast.ping.signedAt) return KNOWN;
    if (ping.signedAt < broadcast.ping.signedAt + MIN_PING_DISTANCE_SECONDS) return refusal('it follows the last ping too soon');
    const refused = this.#pingInvalidity(ping, broadcast.operatorKey);
    if (refused !== undefined) return refused;
    this.#entries.set(outpointKey(ping.outpoint), { ...entry, broadcast: { ...broadcast, ping } });
    return NEWS;
  }

  /** Forgets masternodes whose collateral is gone and that are not seen any more. Returns whether there was one. */
  clean(): boolean {
    const expired = this.#deps.clock.seconds() - PING_EXPIRY_SECONDS;
    const gone = this.entries().filter((entry) => entry.broadcast.ping.signedAt <= expired && !this.hasCollateral(entry));
    for (const { broadcast } of gone) this.#entries.delete(outpointKey(broadcast.outpoint));
    return gone.length > 0;
  }

  /** What is wrong with an announcement whatever the chain. */
  #invalidity(broadcast: Broadcast): Refusal | undefined {
    const { address, collateralKey, operatorKey, signature, ping } = broadcast;
    const { curve } = this.#deps;
    if (address.port === 0 || ipBytes(address.host) === undefined) return refusal('its address is not an IP address with a port', INVALID);
    if (!curve.isPublicKey(collateralKey) || !curve.isPublicKey(operatorKey)) return refusal('a key is not on the curve', INVALID);
    if (!isSignedBy(curve, broadcastHash(broadcast), signature, collateralKey)) {
      return refusal('it is not signed with the key of the collateral', INVALID);
    }
    if (outpointKey(ping.outpoint) !== outpointKey(broadcast.outpoint)) return refusal('its ping is that of another masternode', INVALID);
    if (!isSignedBy(curve, pingHash(ping), ping.signature, operatorKey)) return refusal('its ping is not signed by the operator', INVALID);
    return undefined;
  }

  #staleness({ signedAt, ping }: Broadcast, known: Entry | undefined): Refusal | undefined {
    if (known !== undefined && signedAt <= known.broadcast.signedAt) return refusal('a later announcement is known');
    if (this.#isInFuture(signedAt) || this.#isInFuture(ping.signedAt)) return refusal('its time is in the future');
    return this.#isKnownBlock(ping.blockHash) ? undefined : notYet('the block of its ping is not in the active chain');
  }

  #pingInvalidity(ping: Ping, operatorKey: Buffer): Refusal | undefined {
    if (this.#isInFuture(ping.signedAt)) return refusal('its time is in the future');
    if (!this.#isKnownBlock(ping.blockHash)) return refusal('its block is not in the active chain');
    const isValid = isSignedBy(this.#deps.curve, pingHash(ping), ping.signature, operatorKey);
    // The masternode may have been announced with another key that this node does not know.
    return isValid ? undefined : refusal('it is not signed by the operator');
  }

  /** The output script of the collateral, if the output is one. */
  #payeeOf({ outpoint, collateralKey }: Broadcast): Buffer | Refusal {
    const { chain, params } = this.#deps;
    const { collateralSat, minConfirmations } = params.masternodes;
    const coin = chain.coin(outpoint);
    if (coin === undefined) return notYet('the collateral is not an unspent output of the active chain');
    // An output never changes: these hold in every chain.
    if (coin.valueSat !== collateralSat) return refusal('the collateral has another amount', INVALID);
    const keyHash = hash160(collateralKey);
    const isOfKey = [p2pkh(keyHash), ...(collateralKey.length === 33 ? [p2wpkh(keyHash)] : [])].some((script) =>
      script.equals(coin.scriptPubKey),
    );
    if (!isOfKey) return refusal('the collateral is not locked with its key', INVALID);
    const confirmations = chain.tip.height - coin.height + 1;
    if (confirmations < minConfirmations) return notYet(`the collateral has ${confirmations} confirmations, it needs ${minConfirmations}`);
    return coin.scriptPubKey;
  }

  #isInFuture(time: number): boolean {
    return time > this.#deps.clock.seconds() + MAX_FUTURE_SECONDS;
  }

  #isKnownBlock(hash: string): boolean {
    const node = this.#deps.chain.node(hash);
    return node !== undefined && this.#deps.chain.isActive(node);
  }
}
