import type { RuleId } from '../../../specs/model/generated/ids.d.ts';
import { PeersCommand, type PeersReal } from './peers-command.ts';
import { LOOPBACK, type ModelBan, type PeersModel } from './peers-model.ts';

/** Long after the end of a run. */
const BANTIME_S = 3_600;

/** Adds a node that does not exist to the list of nodes, or removes it. */
export class SetAdded extends PeersCommand {
  readonly #command: 'add' | 'remove';
  readonly #node: string;

  constructor(command: 'add' | 'remove', node: string) {
    super();
    this.#command = command;
    this.#node = node;
  }

  toString(): string {
    return `addnode(${this.#node}, ${this.#command})`;
  }

  /** The documents do not say what adding a node twice does, nor removing one that was not added. */
  override check({ added }: Readonly<PeersModel>): boolean {
    return added.has(this.#node) === (this.#command === 'remove');
  }

  protected async perform({ added }: PeersModel, { t }: PeersReal): Promise<undefined> {
    await t.result('addnode', { node: this.#node, command: this.#command });
    if (this.#command === 'add') added.add(this.#node);
    else added.delete(this.#node);
  }
}

/** Bans a subnet, or removes its ban. */
export class SetBan extends PeersCommand {
  readonly #command: 'add' | 'remove';
  /** Number among the subnets. */
  readonly #number: number;

  constructor(command: 'add' | 'remove', number: number) {
    super();
    this.#command = command;
    this.#number = number;
  }

  toString(): string {
    return `setban(subnet ${this.#number}, ${this.#command})`;
  }

  /** The documents do not say what banning a subnet twice does, nor removing a ban that does not exist. */
  override check(model: Readonly<PeersModel>): boolean {
    return this.#ban(model)?.isBanned === (this.#command === 'remove');
  }

  protected async perform(model: PeersModel, { t }: PeersReal): Promise<RuleId> {
    const ban = this.#ban(model)!;
    const { subnet } = ban;
    await t.result('setban', { subnet, command: this.#command, ...(this.#command === 'add' && { bantime: BANTIME_S }) });
    ban.isBanned = this.#command === 'add';
    if (subnet === LOOPBACK && ban.isBanned && model.connected === true) model.connected = 'unknown';
    return subnet.endsWith('/32') ? 'listbanned/addresses' : 'listbanned/subnets';
  }

  #ban({ bans }: Readonly<PeersModel>): ModelBan | undefined {
    return bans[this.#number];
  }
}

export class ClearBans extends PeersCommand {
  toString(): string {
    return 'clearbanned';
  }

  protected async perform({ bans }: PeersModel, { t }: PeersReal): Promise<RuleId> {
    await t.result('clearbanned');
    for (const ban of bans) ban.isBanned = false;
    return 'clearbanned/all';
  }
}
