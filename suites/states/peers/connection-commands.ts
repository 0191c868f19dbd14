import type { RuleId } from '../../../specs/model/generated/ids.d.ts';
import { CONNECTED_WITHIN_MS, DISCONNECTED_WITHIN_MS, disconnects, peerInfo } from '../../support/peers.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { at } from '../support/rows.ts';
import { PeersCommand, type PeersReal } from './peers-command.ts';
import { isPeerBanned, type PeersModel } from './peers-model.ts';

/** Connects to the other node once; without network activity, it must stay disconnected. */
export class Connect extends PeersCommand {
  toString(): string {
    return 'addnode(peer, onetry)';
  }

  /** The documents do not say whether a node connects to an address that it has banned. */
  override check(model: Readonly<PeersModel>): boolean {
    return model.connected === false && !isPeerBanned(model);
  }

  protected async perform(model: PeersModel, { t, peer }: PeersReal): Promise<RuleId | undefined> {
    const answer = await t.call('addnode', { node: peer, command: 'onetry' });
    if (!model.active) return 'setnetworkactive/disable';
    if (!answer.ok) return t.reportRefusal('addnode', answer.error);
    const isConnected = await holdsWithin(t, CONNECTED_WITHIN_MS, async () => ((await peerInfo(t, peer))?.version ?? 0) > 0);
    const sentence = model.wasInactive ? 'setnetworkactive/enable' : undefined;
    t.ok(
      isConnected,
      `the node does not connect to a peer within ${CONNECTED_WITHIN_MS / 1000} s of addnode onetry`,
      sentence ? at(sentence) : { check: 'connection', path: 'addnode', source: 'document 2, Peer network: addnode' },
    );
    model.connected = true;
    model.wasInactive = false;
    return sentence;
  }
}

/** Closes the connection. */
export class Disconnect extends PeersCommand {
  readonly #by: 'address' | 'id';

  constructor(by: 'address' | 'id') {
    super();
    this.#by = by;
  }

  toString(): string {
    return `disconnectnode(${this.#by})`;
  }

  override check({ connected }: Readonly<PeersModel>): boolean {
    return connected !== false;
  }

  protected async perform(model: PeersModel, { t, peer }: PeersReal): Promise<RuleId> {
    const nodeid = (await peerInfo(t, peer))?.id;
    const answer = await t.call('disconnectnode', this.#by === 'address' ? { address: peer } : { address: '', nodeid });
    if (!answer.ok && model.connected === true) t.reportRefusal('disconnectnode', answer.error);
    const sentence = this.#by === 'address' ? 'disconnectnode/exactly-one' : 'disconnectnode/empty-address';
    t.ok(await disconnects(t, peer), `the peer is still connected ${DISCONNECTED_WITHIN_MS / 1000} s after disconnectnode`, at(sentence));
    model.connected = false;
    return sentence;
  }
}

/** Names the peer twice, which is refused and changes nothing. */
export class DisconnectBoth extends PeersCommand {
  toString(): string {
    return 'disconnectnode(address and id)';
  }

  override check({ connected }: Readonly<PeersModel>): boolean {
    return connected === true;
  }

  protected async perform(_model: PeersModel, { t, peer }: PeersReal): Promise<RuleId> {
    const nodeid = (await peerInfo(t, peer))?.id;
    const answer = await t.call('disconnectnode', { address: peer, nodeid });
    t.ok(!answer.ok, 'disconnectnode accepts both an address and an id', at('disconnectnode/exactly-one', 'refusal'));
    return 'disconnectnode/exactly-one';
  }
}

/** Enables or disables network activity. */
export class SetActive extends PeersCommand {
  readonly #state: boolean;

  constructor(state: boolean) {
    super();
    this.#state = state;
  }

  toString(): string {
    return `setnetworkactive(${this.#state})`;
  }

  protected async perform(model: PeersModel, { t, peer }: PeersReal): Promise<RuleId | undefined> {
    await t.result('setnetworkactive', { state: this.#state });
    model.active = this.#state;
    if (this.#state) return undefined;
    model.wasInactive = true;
    model.connected = false;
    const isOver = await disconnects(t, peer);
    const message = `a peer is still connected ${DISCONNECTED_WITHIN_MS / 1000} s after setnetworkactive false`;
    t.ok(isOver, message, at('setnetworkactive/disable'));
    return 'setnetworkactive/disable';
  }
}
