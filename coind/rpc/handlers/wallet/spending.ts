import { formatSat } from '../../../primitives/amount.ts';
import { scriptOf } from '../../../script/addresses.ts';
import type { ChainParams } from '../../../params.ts';
import type { Payment } from '../../../wallet/spend/build-transaction.ts';
import { bumpFee } from '../../../wallet/spend/bump-fee.ts';
import { minWalletFeeRate } from '../../../wallet/spend/fee-choice.ts';
import type { Wallet } from '../../../wallet/wallet.ts';
import { payFromWallet, type PaymentRequest } from '../../../wallet/spend/pay.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Call, Handlers } from '../../handler.ts';
import { Amount } from '../../json/json-text.ts';
import { feeChoiceFrom } from '../../shapes/fee-choice.ts';
import { mapDomainErrors } from '../../domain-errors.ts';
import { requireAccountFunds } from '../accounts/account-balances.ts';

/** Payments from the wallet and their fees (document 1, Wallet and address methods). */
export const walletSpendingHandlers: Handlers<'sendtoaddress' | 'sendmany' | 'settxfee' | 'bumpfee'> = {
  sendtoaddress(args, call) {
    const wallet = spendingWallet(call);
    const { address, amount, comment, comment_to: commentTo, replaceable } = args;
    const payment = paymentOf(address, amount, args.subtractfeefromamount, call.node.params);
    const fee = feeChoiceFrom({ confTarget: args.conf_target, estimateMode: args.estimate_mode });
    return pay({ payments: [payment], fee, replaceable, ...commentsOf(comment, commentTo) }, wallet, call);
  },

  sendmany({ dummy, amounts, minconf, comment, subtractfeefrom = [], replaceable, ...args }, call) {
    const wallet = spendingWallet(call);
    const withAccounts = call.deprecated('accounts');
    if (dummy !== '' && !withAccounts) throw new RpcError(RpcCode.invalidParameter, 'Dummy value must be set to ""');
    const { params } = call.node;
    const payments = paymentsOf(amounts, subtractfeefrom, params);
    const fee = feeChoiceFrom({ confTarget: args.conf_target, estimateMode: args.estimate_mode });
    const fromAccount = withAccounts ? dummy : undefined;
    // Without a name the whole wallet pays, as it does without accounts.
    if (fromAccount !== undefined && fromAccount !== '')
      requireAccountFunds(
        fromAccount,
        payments.reduce((sum, { valueSat }) => sum + valueSat, 0n),
        minconf,
        call,
      );
    return pay({ payments, fee, replaceable, minConfirmations: minconf, fromAccount, ...commentsOf(comment, undefined) }, wallet, call);
  },

  settxfee({ amount }, call) {
    const wallet = call.wallet();
    const least = minWalletFeeRate(call.node);
    if (amount !== 0n && amount < least)
      throw new RpcError(RpcCode.invalidParameter, `txfee cannot be less than min relay tx fee (${formatSat(least)}/kB)`);
    const { maxFeeSat } = call.node.options.wallet;
    if (amount > maxFeeSat)
      throw new RpcError(RpcCode.invalidParameter, `txfee cannot be more than wallet max tx fee (${formatSat(maxFeeSat)}/kB)`);
    wallet.payFeeRate = amount;
    return true;
  },

  bumpfee({ txid, options: { totalFee, confTarget, estimate_mode: estimateMode, replaceable } }, call) {
    const wallet = spendingWallet(call);
    if (totalFee !== undefined && confTarget !== undefined) {
      throw new RpcError(RpcCode.invalidParameter, 'confTarget and totalFee cannot both be set: give a target in blocks or a fee');
    }
    if (totalFee !== undefined && totalFee <= 0)
      throw new RpcError(RpcCode.invalidParameter, `Invalid totalFee ${totalFee} (must be greater than 0)`);
    const fee = feeChoiceFrom({ confTarget, estimateMode });
    const totalFeeSat = totalFee === undefined ? undefined : BigInt(totalFee);
    const bumped = bumpFee({ txid, totalFeeSat, fee, replaceable }, wallet, call.node);
    return { txid: bumped.transaction.txid, origfee: new Amount(bumped.oldFeeSat), fee: new Amount(bumped.newFeeSat), errors: [] };
  },
};

/** Sends a payment and returns its txid. */
function pay(request: PaymentRequest, wallet: Wallet, call: Call): string {
  return mapDomainErrors({ 'cannot-fund': RpcCode.walletInsufficientFunds }, () => payFromWallet(request, wallet, call.node)).txid;
}

/** Throws `RpcError` -13 if the wallet is locked, -4 if it has no private keys. */
export function spendingWallet(call: Call): Wallet {
  const wallet = call.wallet();
  wallet.keychain.signing();
  if (!wallet.keychain.privateKeysEnabled) throw new RpcError(RpcCode.wallet, 'Error: Private keys are disabled for this wallet');
  return wallet;
}

function paymentsOf(amounts: { readonly [address: string]: bigint }, feeBearers: readonly string[], params: ChainParams): Payment[] {
  const bearers = new Set(feeBearers.map((address) => scriptOf(address, params)?.toString('hex')));
  const seen = new Set<string>();
  return Object.entries(amounts).map(([address, amountSat]) => {
    const payment = paymentOf(address, amountSat, false, params);
    const script = payment.scriptPubKey.toString('hex');
    // One script can have several addresses.
    if (seen.has(script)) throw new RpcError(RpcCode.invalidParameter, `Invalid parameter, duplicated address: ${address}`);
    seen.add(script);
    return { ...payment, bearsFee: bearers.has(script) };
  });
}

function paymentOf(address: string, amountSat: bigint, bearsFee: boolean, params: ChainParams): Payment {
  const scriptPubKey = scriptOf(address, params);
  if (scriptPubKey === undefined) throw new RpcError(RpcCode.invalidAddressOrKey, `Invalid address: ${address}`);
  return { scriptPubKey, valueSat: amountSat, bearsFee };
}

/** Comments, which only the wallet keeps; empty ones are left out. */
function commentsOf(comment: string | undefined, commentTo: string | undefined): Pick<PaymentRequest, 'comment' | 'commentTo'> {
  return { ...(comment !== '' && { comment }), ...(commentTo !== '' && { commentTo }) };
}
