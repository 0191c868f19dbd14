import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';

/** Maximum time that a wallet is unlocked, in seconds (document 1, Limits). */
const MAX_UNLOCK_S = 100_000_000;

/** Encryption of wallets and their passphrases (document 1, States and transitions). */
export const walletEncryptionHandlers: Handlers<'encryptwallet' | 'walletpassphrase' | 'walletlock' | 'walletpassphrasechange'> = {
  encryptwallet: ({ passphrase }, call) => {
    call.wallet().encrypt(passphrase);
    call.node.shutdown('a wallet was encrypted');
    return (
      'wallet encrypted; coind is stopping, restart it to run with the encrypted wallet. ' +
      'The keypool was flushed and a new HD seed was generated. You need to make a new backup.'
    );
  },

  walletpassphrase: ({ passphrase, timeout }, call) => {
    const wallet = call.wallet();
    if (wallet.keychain.ring.encrypted && timeout < 0) throw new RpcError(RpcCode.invalidParameter, 'Timeout cannot be negative.');
    wallet.keychain.unlock(passphrase, Math.min(timeout, MAX_UNLOCK_S));
    return null;
  },

  walletlock: (_args, call) => {
    call.wallet().keychain.lock();
    return null;
  },

  walletpassphrasechange: ({ oldpassphrase, newpassphrase }, call) => {
    call.wallet().keychain.changePassphrase(oldpassphrase, newpassphrase);
    return null;
  },
};
