import type { Clock } from '../clock.ts';
import type { Curve } from '../crypto/curve.ts';
import type { Log } from '../log.ts';
import type { ByteReader } from '../primitives/byte-reader.ts';
import { hash160 } from '../primitives/hash.ts';
import type { NodeOptions } from '../options/node-options.ts';
import type { ChainParams } from '../params.ts';
import type { ProtocolPart } from '../network/message-handler.ts';
import type { Network } from '../network/types.ts';
import type { Peer } from '../network/peer.ts';
import type { State, Table } from '../state/types.ts';
import { MAX_FUTURE_SECONDS } from './limits.ts';
import { MasternodeError } from './masternode-error.ts';
import { encodeSpork, readSpork, signSpork, sporkCodec, sporkHash, type SporkMessage } from './spork-message.ts';
import type { SporkName, Sporks } from './types.ts';

/** A time that never comes: the spork is off. */
const OFF = 4_070_908_800;
const INVALID = 100;

interface Definition {
  readonly id: number;
  readonly initial: number;
  /** Whether its value is the time from which on it is active. */
  readonly isTime: boolean;
}

const definitions: { readonly [N in SporkName]: Definition } = {
  SPORK_6_NEW_SIGS: { id: 6, initial: OFF, isTime: true },
  SPORK_8_MASTERNODE_PAYMENT_ENFORCEMENT: { id: 8, initial: OFF, isTime: true },
  SPORK_9_SUPERBLOCKS_ENABLED: { id: 9, initial: OFF, isTime: true },
  SPORK_10_MASTERNODE_PAY_UPDATED_NODES: { id: 10, initial: OFF, isTime: true },
  SPORK_12_RECONSIDER_BLOCKS: { id: 12, initial: 0, isTime: false },
  SPORK_14_REQUIRE_SENTINEL_FLAG: { id: 14, initial: OFF, isTime: true },
};

/** Every spork, in the order of their numbers. */
export const sporkNames = Object.keys(definitions) as readonly SporkName[];

const nameOf = (id: number): SporkName | undefined => sporkNames.find((name) => definitions[name].id === id);

export interface SporkDeps {
  readonly state: State;
  readonly network: Pick<Network, 'addPart' | 'broadcast' | 'misbehave'>;
  readonly params: ChainParams;
  readonly clock: Clock;
  readonly curve: Curve;
  readonly options: Pick<NodeOptions, 'spork'>;
  readonly log: Log;
}

/** The sporks of a node. Values that the network signed are kept, and passed on to peers. */
export class NetworkSporks implements Sporks, ProtocolPart {
  readonly handlers = { spork: (peer: Peer, payload: ByteReader): void => this.#received(peer, readSpork(payload)) };
  readonly #deps: SporkDeps;
  readonly #keyHash: Buffer;
  /** By the number of the spork. */
  readonly #messages: Table<SporkMessage>;
  readonly #listeners: (() => void)[] = [];

  constructor(deps: SporkDeps) {
    const { state, network, params, curve, options } = deps;
    const { privateKey, keyHash } = options.spork;
    this.#deps = deps;
    this.#keyHash = keyHash ?? (privateKey === undefined ? params.sporkKeyHash : hash160(curve.publicKey(privateKey, true)));
    this.#messages = state.table('masternodes.sporks', sporkCodec);
    network.addPart(this);
  }

  value(name: SporkName): number {
    const { id, initial } = definitions[name];
    const message = this.#messages.get(String(id));
    return message === undefined ? initial : Number(message.value);
  }

  isActive(name: SporkName): boolean {
    return definitions[name].isTime && this.value(name) <= this.#deps.clock.seconds();
  }

  /** Called after a spork got a new value. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Signs a value, and sends it to the network. Throws `MasternodeError` (spork-key-missing) without the key for it. */
  set(name: SporkName, value: bigint): void {
    const { clock, curve, options, network } = this.#deps;
    const { privateKey } = options.spork;
    if (privateKey === undefined) throw new MasternodeError('spork-key-missing', 'This node has no spork key: start it with -sporkkey');
    const { id } = definitions[name];
    const last = this.#messages.get(String(id))?.signedAt ?? 0;
    const message = signSpork({ id, value, signedAt: Math.max(clock.seconds(), last + 1) }, privateKey, curve);
    if (!this.#isSigned(message)) {
      throw new MasternodeError(
        'spork-key-missing',
        'The network does not accept sporks signed with -sporkkey: its address is not -sporkaddr',
      );
    }
    this.#keep(message);
    network.broadcast('spork', encodeSpork(message));
  }

  joined(peer: Peer): void {
    for (const message of this.#messages.values()) peer.send('spork', encodeSpork(message));
  }

  #received(peer: Peer, message: SporkMessage): void {
    const { clock, network } = this.#deps;
    if (nameOf(message.id) === undefined || message.signedAt > clock.seconds() + MAX_FUTURE_SECONDS) return;
    if (message.signedAt <= (this.#messages.get(String(message.id))?.signedAt ?? -1)) return;
    if (!this.#isSigned(message)) {
      network.misbehave(peer, INVALID, 'spork is not signed with the spork key');
      return;
    }
    this.#keep(message);
    network.broadcast('spork', encodeSpork(message), peer);
  }

  #isSigned(message: SporkMessage): boolean {
    const publicKey = this.#deps.curve.recover(sporkHash(message), message.signature);
    return publicKey !== undefined && hash160(publicKey).equals(this.#keyHash);
  }

  #keep(message: SporkMessage): void {
    this.#messages.set(String(message.id), message);
    this.#deps.log(`spork: ${nameOf(message.id)} is ${message.value}`);
    for (const listener of this.#listeners) listener();
  }
}
