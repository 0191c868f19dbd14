import { signMessage } from '../../../wallet/message.ts';
import type { Handlers } from '../../handler.ts';
import { signWithWallet } from './sign-with-wallet.ts';

/** Signatures with the keys of the wallet (document 1, Wallet and address methods). */
export const walletSigningHandlers: Handlers<'signrawtransactionwithwallet' | 'signmessage'> = {
  signrawtransactionwithwallet: signWithWallet,

  signmessage: ({ address, message }, call) => signMessage(address, message, call.wallet().keychain.signing(), call.node),
};
