import type { Trial } from '../../../engine/trial.ts';
import type { StateRowId } from '../../../specs/model/generated/ids.d.ts';
import { at } from '../support/rows.ts';
import { StateCommand } from '../support/state-command.ts';
import { instant, type PassphraseModel } from './lock-state.ts';

export interface PassphraseReal {
  readonly t: Trial;
  /** A P2PKH address of the wallet, with which it can sign messages. */
  readonly address: string;
  /** A passphrase that is not and was not valid. */
  readonly wrong: string;
}

/** Whether the wallet uses its private keys. */
export async function canSign({ t, address }: PassphraseReal): Promise<boolean> {
  return (await t.call('signmessage', { address, message: 'pyx' })).ok;
}

/** Whether the passphrase unlocks the wallet for this time, in seconds. */
export async function opens({ t }: PassphraseReal, passphrase: string, timeout: number): Promise<boolean> {
  return (await t.call('walletpassphrase', { passphrase, timeout })).ok;
}

/** A command on the encrypted wallet. Afterwards it is locked or unlocked as the model is. */
export abstract class PassphraseCommand extends StateCommand<PassphraseModel, PassphraseReal> {
  protected async compare({ state }: Readonly<PassphraseModel>, real: PassphraseReal, row: StateRowId | undefined): Promise<void> {
    if (state.type === 'unknown') return;
    const { t } = real;
    const { unlocked_until: until } = await t.result('getwalletinfo');
    const untilAt = instant().ms;
    const signed = await canSign(real);
    const signedAt = instant().ms;
    if (state.type === 'locked') {
      t.equal(until, 0, 'unlocked_until of a locked wallet', at(row ?? 'lock-wallet'));
      t.ok(!signed, 'the locked wallet signs a message', at(row ?? 'lock-wallet'));
      return;
    }
    const [min, max] = state.untilS;
    const inTime = until !== undefined && until >= min && until <= max;
    // The time may be over when the node answers.
    const isOver = until === 0 && untilAt >= state.earliestEndMs;
    t.ok(
      inTime || isOver,
      `unlocked_until of an unlocked wallet is ${until ?? 'missing'}, expected ${min} to ${max}`,
      at(row ?? 'unlock-wallet'),
    );
    t.ok(signed || signedAt >= state.earliestEndMs, 'the unlocked wallet does not sign a message', at(row ?? 'unlock-wallet'));
  }
}
