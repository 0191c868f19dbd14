import { scriptOf } from '../../../script/addresses.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Call } from '../../handler.ts';
import { detailsOf, valueOut } from '../../json/wallet-entries.ts';

/** The balance of each account that has an own address, a payment or a move. */
export function accountBalances(minconf: number, watchOnly: boolean, call: Call): Map<string, bigint> {
  const wallet = call.wallet();
  const { params } = call.node;
  const balances = new Map<string, bigint>([['', 0n]]);
  const add = (account: string, sat: bigint): void => void balances.set(account, (balances.get(account) ?? 0n) + sat);
  for (const [address, { label }] of wallet.addressBook.entries()) {
    if (wallet.keychain.index.ownership(scriptOf(address, params)!) !== 'none') add(label, 0n);
  }
  for (const tx of wallet.ledger.all()) {
    const confirmations = wallet.ledger.confirmations(tx);
    const isAbandoned = tx.state.type === 'inactive' && tx.state.abandoned;
    if (confirmations < 0 || isAbandoned || wallet.coins.isImmature(tx)) continue;
    const details = detailsOf(tx, wallet, params, { watchOnly, withAccount: true });
    const sends = details.filter(({ category }) => category === 'send');
    for (const { account = '', amount } of sends) add(account, amount.sat);
    const debitSat = wallet.ledger.debit(tx.transaction, watchOnly);
    if (debitSat > 0n) add(tx.fromAccount ?? '', valueOut(tx.transaction) - debitSat);
    if (confirmations < minconf) continue;
    for (const { account = '', amount, category } of details) if (category === 'receive') add(account, amount.sat);
  }
  for (const { account, amountSat } of wallet.accounts.moves()) add(account, amountSat);
  return balances;
}

/** Throws RpcError -6 if an account has fewer satoshis. */
export function requireAccountFunds(account: string, sat: bigint, minconf: number, call: Call): void {
  if ((accountBalances(minconf, false, call).get(account) ?? 0n) < sat)
    throw new RpcError(RpcCode.walletInsufficientFunds, 'Account has insufficient funds');
}
