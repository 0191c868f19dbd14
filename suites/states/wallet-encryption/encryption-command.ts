import type { StateRowId } from '../../../specs/model/generated/ids.d.ts';
import { at } from '../support/rows.ts';
import { StateCommand } from '../support/state-command.ts';
import type { Subject } from '../support/subject.ts';

/** The wallets of a run, by number: the passphrase of an encrypted one. An encrypted wallet is locked between commands. */
export interface EncryptionModel {
  readonly passphrases: (string | undefined)[];
}

export interface EncryptionReal extends Subject {
  readonly wallets: readonly {
    readonly name: string;
    /** A P2PKH address of the wallet, with which it can sign messages. */
    readonly address: string;
  }[];
}

/** Seconds; the wallet is locked again by a call. */
export const UNLOCK_S = 600;

/** Whether a wallet uses its private keys. */
export async function canSign({ t, wallets }: EncryptionReal, number: number): Promise<boolean> {
  const { name, address } = wallets[number]!;
  return (await t.call('signmessage', { address, message: 'pyx' }, { wallet: name })).ok;
}

/** A command on wallets that may be encrypted. Afterwards those use their private keys that are not. */
export abstract class EncryptionCommand extends StateCommand<EncryptionModel, EncryptionReal> {
  protected async compare({ passphrases }: Readonly<EncryptionModel>, real: EncryptionReal, row: StateRowId | undefined): Promise<void> {
    const { t } = real;
    const place = at(row ?? 'encrypt-wallet');
    for (const [number, { name }] of real.wallets.entries()) {
      const isEncrypted = passphrases[number] !== undefined;
      const message = `wallet ${number}, which is ${isEncrypted ? 'encrypted and locked' : 'not encrypted'},`;
      const signs = await canSign(real, number);
      t.ok(signs !== isEncrypted, `${message} ${signs ? 'signs' : 'does not sign'} a message`, place);
      const { unlocked_until: until } = await t.result('getwalletinfo', {}, { wallet: name });
      if (isEncrypted) t.equal(until, 0, `unlocked_until of ${message}`, place);
    }
  }
}
