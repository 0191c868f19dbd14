import { makeTransaction } from '../../../primitives/transaction.ts';
import { fillFromWallet } from '../../../wallet/fill-psbt.ts';
import { isComplete } from '../../../psbt/finalize-psbt.ts';
import { createPsbt } from '../../../psbt/types.ts';
import { encodePsbt } from '../../../psbt/write-psbt.ts';
import { SIGHASH_ALL } from '../../../script/sighash-types.ts';
import type { Handlers } from '../../handler.ts';
import { Amount } from '../../json/json-text.ts';
import { fundedBy } from '../../shapes/funding.ts';
import { psbtFrom } from '../../shapes/psbts.ts';
import { sighashTypeFrom } from '../../shapes/sighash-types.ts';
import { newTransaction } from '../../shapes/transactions.ts';

/** Funding and completing PSBTs with the wallet (document 1, Wallet and address methods; BIP 174). */
export const walletPsbtHandlers: Handlers<'walletcreatefundedpsbt' | 'walletprocesspsbt'> = {
  walletcreatefundedpsbt({ inputs, outputs, locktime, options, bip32derivs }, call) {
    const { replaceable = call.node.options.wallet.replaceable } = options;
    const transaction = newTransaction({ inputs, outputs, locktime, replaceable }, call.node.params);
    const funded = fundedBy(transaction, options, call);
    const blank = createPsbt(makeTransaction(funded.transaction));
    const psbt = fillFromWallet(blank, call.wallet(), {
      sign: false,
      sighashType: SIGHASH_ALL,
      curve: call.node.curve,
      derivations: bip32derivs,
    });
    return { psbt: encodePsbt(psbt), fee: new Amount(funded.feeSat), changepos: funded.changePosition };
  },

  walletprocesspsbt({ psbt: base64, sign, sighashtype, bip32derivs }, call) {
    const { curve } = call.node;
    const psbt = fillFromWallet(psbtFrom(base64, curve), call.wallet(), {
      sign,
      sighashType: sighashTypeFrom(sighashtype),
      curve,
      derivations: bip32derivs,
    });
    return { psbt: encodePsbt(psbt), complete: isComplete(psbt) };
  },
};
