import { constant, constantFrom } from 'fast-check';
import { newPassphrase } from '../../../fixtures/world/ingredients/encryption.ts';
import type { StateModel } from '../support/state-model.ts';
import type { PassphraseModel } from './lock-state.ts';
import type { PassphraseReal } from './passphrase-command.ts';
import { ChangePassphrase, ChangeWrong, LockWallet, SHORT_S, Unlock, UnlockWrong, Wait } from './passphrase-commands.ts';

const LONG_S = 600;

/** An encrypted wallet, unlocked for a time, locked, and with other passphrases. */
export const walletLock: StateModel<PassphraseModel, PassphraseReal, { readonly address: string; readonly wrong: string }> = {
  id: 'wallet-lock',
  text: 'An encrypted wallet uses its keys from walletpassphrase until walletlock or the end of the time given last.',
  rows: ['unlock-wallet', 'unlock-wallet-again', 'lock-wallet', 'unlock-time-over', 'change-passphrase'],
  methods: ['walletpassphrase', 'walletlock', 'walletpassphrasechange', 'getwalletinfo', 'signmessage'],
  effect: ['wallet'],
  restores: true,
  profile: 'encrypted',
  commands: [
    constantFrom(new Unlock(SHORT_S), new Unlock(LONG_S), new Unlock(2 * LONG_S)),
    constantFrom(new Unlock(SHORT_S), new Unlock(LONG_S)),
    constantFrom(new UnlockWrong('wrong'), new UnlockWrong('former')),
    constant(new LockWallet()),
    constant(new LockWallet()),
    constant(new Wait()),
    constant(new ChangePassphrase()),
    constant(new ChangeWrong()),
  ],
  tour: [
    new UnlockWrong('wrong'),
    new Unlock(LONG_S),
    new LockWallet(),
    new ChangeWrong(),
    new ChangePassphrase(),
    new UnlockWrong('former'),
    new Unlock(2 * LONG_S),
    new Unlock(SHORT_S),
    new Wait(),
  ],
  async prepare({ world }) {
    const { address } = await world.use('legacyAddress'); // made before locking, since a locked wallet may run out of keys
    await world.use('encryptedWallet'); // may start the node again
    return { address, wrong: newPassphrase(world) };
  },
  async begin(t, { address, wrong }) {
    // Locks the wallet, and puts its passphrase back if the last run has changed it.
    const { passphrase } = await t.world.use('encryptedWallet');
    return {
      model: { state: { type: 'locked' }, passphrase, former: undefined, shortEndMs: undefined, hasWaited: false },
      real: { t, address, wrong },
    };
  },
};
