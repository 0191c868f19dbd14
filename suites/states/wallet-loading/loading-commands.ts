import type { StateRowId } from '../../../specs/model/generated/ids.d.ts';
import { at } from '../support/rows.ts';
import { LoadingCommand, type LoadingModel, type LoadingReal } from './loading-command.ts';

/** A command on one wallet. */
abstract class WalletCommand extends LoadingCommand {
  protected readonly number: number;

  constructor(number: number) {
    super();
    this.number = number;
  }

  protected name({ names }: LoadingReal): string {
    return names[this.number] as string;
  }

  protected state({ wallets }: Readonly<LoadingModel>): LoadingModel['wallets'][number] {
    return wallets[this.number]!;
  }
}

export class Create extends WalletCommand {
  toString(): string {
    return `createwallet(${this.number})`;
  }

  override check(model: Readonly<LoadingModel>): boolean {
    return this.state(model) === 'absent';
  }

  protected async perform(model: LoadingModel, real: LoadingReal): Promise<StateRowId> {
    // Without keys, since some nodes make thousands of them for each wallet.
    const { name, warning } = await real.t.result('createwallet', { wallet_name: this.name(real), disable_private_keys: true });
    real.t.equal(name, this.name(real), 'the name in the result of createwallet', at('load-wallet'));
    real.t.equal(typeof warning, 'string', 'the type of the warning in the result of createwallet', at('load-wallet'));
    model.wallets[this.number] = 'loaded';
    return 'load-wallet';
  }
}

/** Creates a wallet with the name of an existing one, which is not valid. */
export class CreateExisting extends WalletCommand {
  toString(): string {
    return `createwallet(${this.number}, which exists)`;
  }

  override check(model: Readonly<LoadingModel>): boolean {
    return this.state(model) !== 'absent';
  }

  protected async perform(_model: LoadingModel, real: LoadingReal): Promise<undefined> {
    const answer = await real.t.call('createwallet', { wallet_name: this.name(real), disable_private_keys: true });
    real.t.ok(!answer.ok, 'createwallet accepts the name of an existing wallet', at('load-wallet', 'refusal'));
  }
}

export class Load extends WalletCommand {
  toString(): string {
    return `loadwallet(${this.number})`;
  }

  override check(model: Readonly<LoadingModel>): boolean {
    return this.state(model) === 'unloaded';
  }

  protected async perform(model: LoadingModel, real: LoadingReal): Promise<StateRowId> {
    const { name, warning } = await real.t.result('loadwallet', { filename: this.name(real) });
    real.t.equal(name, this.name(real), 'the name in the result of loadwallet', at('load-wallet'));
    real.t.equal(typeof warning, 'string', 'the type of the warning in the result of loadwallet', at('load-wallet'));
    model.wallets[this.number] = 'loaded';
    return 'load-wallet';
  }
}

/** Loads a wallet that is loaded. Whether that is refused is not stated; the wallet is loaded once in any case. */
export class LoadLoaded extends WalletCommand {
  toString(): string {
    return `loadwallet(${this.number}, which is loaded)`;
  }

  override check(model: Readonly<LoadingModel>): boolean {
    return this.state(model) === 'loaded';
  }

  protected async perform(_model: LoadingModel, real: LoadingReal): Promise<undefined> {
    await real.t.call('loadwallet', { filename: this.name(real) });
  }
}

/** Loads a wallet that was never created. */
export class LoadAbsent extends WalletCommand {
  toString(): string {
    return `loadwallet(${this.number}, which does not exist)`;
  }

  override check(model: Readonly<LoadingModel>): boolean {
    return this.state(model) === 'absent';
  }

  protected async perform(_model: LoadingModel, real: LoadingReal): Promise<undefined> {
    const answer = await real.t.call('loadwallet', { filename: this.name(real) });
    real.t.ok(!answer.ok, 'loadwallet accepts a file that does not exist', at('load-wallet', 'refusal'));
  }
}

/** Unloads a wallet that the argument or the path names. */
export class Unload extends WalletCommand {
  readonly #by: 'argument' | 'path';

  constructor(number: number, by: 'argument' | 'path') {
    super(number);
    this.#by = by;
  }

  toString(): string {
    return `unloadwallet(${this.number}, by ${this.#by})`;
  }

  override check(model: Readonly<LoadingModel>): boolean {
    return this.state(model) === 'loaded';
  }

  protected async perform(model: LoadingModel, real: LoadingReal): Promise<StateRowId> {
    const name = this.name(real);
    if (this.#by === 'path') await real.t.result('unloadwallet', {}, { wallet: name });
    else await real.t.result('unloadwallet', { wallet_name: name }, { wallet: null });
    model.wallets[this.number] = 'unloaded';
    return 'unload-wallet';
  }
}

/** Names a wallet by the path, and the same or another one by the argument. */
export class UnloadByBoth extends WalletCommand {
  readonly #argument: number;

  constructor(path: number, argument: number) {
    super(path);
    this.#argument = argument;
  }

  toString(): string {
    return `unloadwallet(${this.number} by path, ${this.#argument} by argument)`;
  }

  override check({ wallets }: Readonly<LoadingModel>): boolean {
    return wallets[this.number] === 'loaded' && wallets[this.#argument] === 'loaded';
  }

  protected async perform(_model: LoadingModel, real: LoadingReal): Promise<undefined> {
    const answer = await real.t.call('unloadwallet', { wallet_name: real.names[this.#argument] }, { wallet: this.name(real) });
    real.t.ok(!answer.ok, 'unloadwallet accepts a wallet in the path and one in the argument', at('unload-wallet', 'refusal'));
  }
}
