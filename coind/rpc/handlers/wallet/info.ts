import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { Amount } from '../../json/json-text.ts';

/** Balances and the state of a wallet. */
export const walletInfoHandlers: Handlers<'getbalance' | 'getunconfirmedbalance' | 'getwalletinfo'> = {
  getbalance: ({ dummy = '*', minconf, include_watchonly: watchOnly }, call) => {
    // The argument was once an account, so it is refused with the code of deprecated methods.
    if (dummy !== '*') throw new RpcError(RpcCode.methodDeprecated, 'dummy first argument must be excluded or set to "*".');
    return new Amount(call.wallet().coins.balances({ minConfirmations: minconf, watchOnly }).trustedSat);
  },

  getunconfirmedbalance: (_args, call) => new Amount(call.wallet().coins.balances().pendingSat),

  getwalletinfo: (_args, call) => {
    const wallet = call.wallet();
    const { trustedSat, pendingSat, immatureSat } = wallet.coins.balances();
    const {
      ring: { seedId, unlockedUntil },
      pool,
      privateKeysEnabled,
    } = wallet.keychain;
    return {
      walletname: wallet.name,
      walletversion: wallet.version,
      balance: new Amount(trustedSat),
      unconfirmed_balance: new Amount(pendingSat),
      immature_balance: new Amount(immatureSat),
      txcount: wallet.ledger.size,
      keypoololdest: pool.oldest,
      keypoolsize: pool.size.external,
      ...(seedId !== undefined && { keypoolsize_hd_internal: pool.size.internal }),
      ...(unlockedUntil !== undefined && { unlocked_until: unlockedUntil }),
      paytxfee: new Amount(wallet.payFeeRate),
      ...(seedId !== undefined && { hdseedid: seedId, hdmasterkeyid: seedId }),
      private_keys_enabled: privateKeysEnabled,
    };
  },
};
