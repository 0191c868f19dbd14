import { moneyInRange } from '../../../primitives/amount.ts';
import { scriptOf } from '../../../script/addresses.ts';
import { payFromWallet } from '../../../wallet/spend/pay.ts';
import type { Wallet } from '../../../wallet/wallet.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Call, Handlers } from '../../handler.ts';
import { Amount } from '../../json/json-text.ts';
import { feeChoiceFrom } from '../../shapes/fee-choice.ts';
import { mapDomainErrors } from '../../domain-errors.ts';
import { accountBalances, requireAccountFunds } from './account-balances.ts';
import { unknownCommand } from '../control/control.ts';
import { requireLabel, requireScript } from '../wallet/addresses.ts';
import { receiptsOf, type Receipts } from '../wallet/received.ts';

/**
 * Accounts: labels with a balance, which is the sum received on their addresses, minus payments from the account, plus or
 * minus moves between accounts. Deprecated; usable with -deprecatedrpc=accounts (document 1).
 */
export const accountHandlers: Handlers<
  | 'getaccount'
  | 'setaccount'
  | 'getaccountaddress'
  | 'getaddressbyaccount'
  | 'getreceivedbyaccount'
  | 'listaccounts'
  | 'listreceivedbyaccount'
  | 'move'
  | 'sendfrom'
> = {
  getaccount: ({ address }, call) => {
    requireScript(address, call.node.params);
    return call.wallet().addressBook.get(address)?.label ?? '';
  },

  setaccount: ({ address, account }, call) => {
    const wallet = call.wallet();
    requireLabel(account);
    const script = requireScript(address, call.node.params);
    if (wallet.keychain.index.ownership(script) === 'none')
      throw new RpcError(RpcCode.misc, 'setaccount can only be used with own address');
    const before = wallet.addressBook.get(address)?.label;
    wallet.addressBook.set(address, account, 'receive');
    // The previous account of the address gets a new receiving address.
    if (before !== undefined && before !== account && wallet.accounts.currentAddress(before) === address) nextAddress(before, wallet, call);
    return null;
  },

  getaccountaddress: ({ account }, call) => {
    const wallet = call.wallet();
    requireLabel(account);
    const current = wallet.accounts.currentAddress(account);
    const isUnused = current !== undefined && wallet.ledger.paidTo(scriptOf(current, call.node.params)!).length === 0;
    return isUnused && wallet.addressBook.get(current)?.label === account ? current : nextAddress(account, wallet, call);
  },

  getaddressbyaccount: () => unknownCommand('getaddressbyaccount'),

  getreceivedbyaccount: ({ account, minconf }, call) => {
    const wallet = call.wallet();
    requireLabel(account);
    return new Amount(totalOf(scriptsOf(account, wallet, call), minconf, wallet).sat);
  },

  listaccounts: ({ minconf, include_watchonly: watchOnly }, call) =>
    Object.fromEntries([...accountBalances(minconf, watchOnly, call)].map(([account, sat]) => [account, new Amount(sat)])),

  listreceivedbyaccount: ({ minconf, include_empty: withEmpty, include_watchonly: watchOnly }, call) => {
    const wallet = call.wallet();
    const accounts = new Set([...wallet.addressBook.entries()].map(([, { label }]) => label));
    return [...accounts].sort().flatMap((account) => {
      const scripts = scriptsOf(account, wallet, call).filter(
        (script) => watchOnly || wallet.keychain.index.ownership(script) === 'spendable',
      );
      const { sat, confirmations, txids } = totalOf(scripts, minconf, wallet);
      if (txids.length === 0 && !withEmpty) return [];
      const watched = scripts.some((script) => wallet.keychain.index.ownership(script) === 'watch');
      return [{ ...(watched && { involvesWatchonly: true }), account, amount: new Amount(sat), confirmations, label: account }];
    });
  },

  move: ({ fromaccount, toaccount, amount, comment = '' }, call) => {
    const wallet = call.wallet();
    requireLabel(fromaccount);
    requireLabel(toaccount);
    if (amount <= 0n || !moneyInRange(amount)) throw new RpcError(RpcCode.type, 'Invalid amount for send');
    wallet.accounts.move({ from: fromaccount, to: toaccount, amountSat: amount, time: call.node.clock.seconds(), comment });
    return true;
  },

  sendfrom: ({ fromaccount, toaddress, amount, minconf, comment, comment_to: commentTo }, call) => {
    const wallet = call.wallet();
    requireLabel(fromaccount);
    const scriptPubKey = scriptOf(toaddress, call.node.params);
    if (!scriptPubKey) throw new RpcError(RpcCode.invalidAddressOrKey, 'Invalid address');
    if (amount <= 0n) throw new RpcError(RpcCode.type, 'Invalid amount for send');
    wallet.keychain.signing(); // refuses while locked
    requireAccountFunds(fromaccount, amount, minconf, call);
    const fee = feeChoiceFrom({ confTarget: undefined, estimateMode: 'UNSET' });
    const payments = [{ scriptPubKey, valueSat: amount, bearsFee: false }];
    const request = {
      payments,
      fee,
      replaceable: undefined,
      fromAccount: fromaccount,
      comment: comment || undefined,
      commentTo: commentTo || undefined,
    };
    return mapDomainErrors({ 'cannot-fund': RpcCode.walletInsufficientFunds }, () => payFromWallet(request, wallet, call.node)).txid;
  },
};

function nextAddress(account: string, wallet: Wallet, call: Call): string {
  const address = wallet.newAddress(call.node.options.wallet.addressType, account);
  wallet.accounts.setCurrentAddress(account, address);
  return address;
}

/** Output scripts of the own addresses of an account. */
function scriptsOf(account: string, wallet: Wallet, { node: { params } }: Call): Buffer[] {
  return [...wallet.addressBook.entries()]
    .filter(([, { label }]) => label === account)
    .map(([address]) => scriptOf(address, params)!)
    .filter((script) => wallet.keychain.index.ownership(script) !== 'none');
}

function totalOf(scripts: readonly Buffer[], minconf: number, wallet: Wallet): Receipts {
  const receipts = scripts.map((script) => receiptsOf(script, minconf, wallet)).filter(({ txids }) => txids.length > 0);
  return {
    sat: receipts.reduce((sum, { sat }) => sum + sat, 0n),
    confirmations: receipts.length === 0 ? 0 : Math.min(...receipts.map(({ confirmations }) => confirmations)),
    txids: [...new Set(receipts.flatMap(({ txids }) => txids))],
  };
}
