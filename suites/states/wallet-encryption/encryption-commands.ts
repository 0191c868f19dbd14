import { endsByEncryption, newPassphrase } from '../../../fixtures/world/ingredients/encryption.ts';
import type { StateRowId } from '../../../specs/model/generated/ids.d.ts';
import { loaded } from '../support/funded-wallets.ts';
import { at } from '../support/rows.ts';
import { canSign, EncryptionCommand, UNLOCK_S, type EncryptionModel, type EncryptionReal } from './encryption-command.ts';

/** The check that a node shuts down. A run continues on a node that does not. */
export const ENDS = 'ends';

/** Loads the wallets of the run on a node that was started again. */
async function loadAll({ t, wallets }: EncryptionReal): Promise<void> {
  await t.world.use('wallet');
  for (const { name } of wallets) await loaded(t, name);
}

abstract class OneWalletCommand extends EncryptionCommand {
  protected readonly number: number;

  constructor(number: number) {
    super();
    this.number = number;
  }

  protected wallet({ wallets }: EncryptionReal): { readonly wallet: string } {
    return { wallet: wallets[this.number]!.name };
  }

  protected isEncrypted({ passphrases }: Readonly<EncryptionModel>): boolean {
    return passphrases[this.number] !== undefined;
  }
}

/** Encrypts a wallet. */
export class Encrypt extends OneWalletCommand {
  readonly #length: 'long' | 'one character';

  constructor(number: number, length: 'long' | 'one character') {
    super(number);
    this.#length = length;
  }

  toString(): string {
    return `encryptwallet(${this.number}, ${this.#length})`;
  }

  override check(model: Readonly<EncryptionModel>): boolean {
    return !this.isEncrypted(model);
  }

  protected async perform(model: EncryptionModel, real: EncryptionReal): Promise<StateRowId> {
    const { t } = real;
    const passphrase = this.#length === 'long' ? newPassphrase(t.world) : t.world.randomFor('character').word(1);
    await t.result('encryptwallet', { passphrase }, this.wallet(real));
    model.passphrases[this.number] = passphrase;
    const ended = await endsByEncryption(t.world);
    t.ok(ended, 'the node still runs after encryptwallet, expected it to shut down', at('encrypt-wallet', ENDS));
    if (ended) {
      await t.node.startAgain();
      await loadAll(real);
    }
    return 'encrypt-wallet';
  }
}

/** Encrypts a wallet that is encrypted, or with an empty passphrase. */
export class EncryptWrong extends OneWalletCommand {
  readonly #how: 'again' | 'empty passphrase';

  constructor(number: number, how: 'again' | 'empty passphrase') {
    super(number);
    this.#how = how;
  }

  toString(): string {
    return `encryptwallet(${this.number}, ${this.#how})`;
  }

  override check(model: Readonly<EncryptionModel>): boolean {
    return this.isEncrypted(model) === (this.#how === 'again');
  }

  protected async perform(_model: EncryptionModel, real: EncryptionReal): Promise<undefined> {
    const passphrase = this.#how === 'again' ? newPassphrase(real.t.world) : '';
    const answer = await real.t.call('encryptwallet', { passphrase }, this.wallet(real));
    const what = this.#how === 'again' ? 'an encrypted wallet' : 'an empty passphrase';
    real.t.ok(!answer.ok, `encryptwallet accepts ${what}`, at('encrypt-wallet', 'refusal'));
  }
}

/** Sets the passphrase, uses a private key, and locks the wallet again. */
export class UseKey extends OneWalletCommand {
  toString(): string {
    return `unlock and sign(${this.number})`;
  }

  override check(model: Readonly<EncryptionModel>): boolean {
    return this.isEncrypted(model);
  }

  protected async perform({ passphrases }: EncryptionModel, real: EncryptionReal): Promise<undefined> {
    const { t } = real;
    await t.result('walletpassphrase', { passphrase: passphrases[this.number]!, timeout: UNLOCK_S }, this.wallet(real));
    t.ok(await canSign(real, this.number), `wallet ${this.number} does not sign although its passphrase was set`, at('encrypt-wallet'));
    await t.result('walletlock', {}, this.wallet(real));
  }
}

/** A wallet stays encrypted when the node is restarted. */
export class Restart extends EncryptionCommand {
  toString(): string {
    return 'restart';
  }

  protected async perform(_model: EncryptionModel, real: EncryptionReal): Promise<undefined> {
    await real.t.node.restart();
    await loadAll(real);
  }
}
