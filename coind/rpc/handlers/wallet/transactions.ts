import type { ListSinceBlockEntry, WalletTransaction } from '../../../../specs/model/generated/methods.d.ts';
import type { BlockNode } from '../../../chain/block-node.ts';
import type { AccountMove, WalletTx } from '../../../wallet/types.ts';
import type { Wallet } from '../../../wallet/wallet.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Call, Handlers } from '../../handler.ts';
import { Amount } from '../../json/json-text.ts';
import { storedBlock } from '../../shapes/blocks.ts';
import { hashFrom } from '../../shapes/hashes.ts';
import { detailsOf, factsOf, valueOut, type EntryOptions } from '../../json/wallet-entries.ts';

/** The label that selects all entries. */
const ALL = '*';

/** The history of a wallet. */
export const walletTransactionHandlers: Handlers<'listtransactions' | 'listsinceblock' | 'gettransaction'> = {
  listtransactions: ({ label = ALL, count, skip, include_watchonly: watchOnly }, call) => {
    if (count < 0) throw new RpcError(RpcCode.invalidParameter, 'Negative count');
    if (skip < 0) throw new RpcError(RpcCode.invalidParameter, 'Negative from');
    const wallet = call.wallet();
    if (call.deprecated('accounts')) return accountPage(label, { count, skip, watchOnly }, wallet, call);
    const newestFirst: WalletTransaction[] = [];
    for (const tx of wallet.ledger.all().toReversed()) {
      if (newestFirst.length >= count + skip) break;
      newestFirst.push(...entriesOf(tx, wallet, call, { watchOnly, withAccount: false, label: label === ALL ? undefined : label }));
    }
    return newestFirst.slice(skip, skip + count).reverse();
  },

  listsinceblock: ({ blockhash, target_confirmations: target, include_watchonly: watchOnly, include_removed: withRemoved }, call) => {
    const wallet = call.wallet();
    const { chain } = call.node;
    const since = blockhash === undefined ? undefined : blockOf(blockhash, call);
    if (target < 1) throw new RpcError(RpcCode.invalidParameter, 'Invalid parameter');
    const fork = since && chain.forkPoint(since);
    const options = { watchOnly, withAccount: call.deprecated('accounts') };
    const blocks = fork ? chain.tip.height - fork.height : Infinity;
    const transactions: ListSinceBlockEntry[] = wallet.ledger
      .all()
      .filter((tx) => Math.abs(wallet.ledger.confirmations(tx)) <= blocks)
      .flatMap((tx) => entriesOf(tx, wallet, call, options));
    if (options.withAccount) {
      transactions.push(
        ...wallet.accounts
          .moves()
          .filter(({ time }) => !fork || time > fork.header.time)
          .map(moveEntry),
      );
    }
    const lastblock = chain.atHeight(Math.max(chain.tip.height + 1 - target, 0))!.hash;
    if (!withRemoved) return { transactions, lastblock };
    return { transactions, removed: since && fork ? removedSince({ from: since, fork }, wallet, call, options) : [], lastblock };
  },

  gettransaction: ({ txid, include_watchonly: watchOnly }, call) => {
    const wallet = call.wallet();
    const tx = wallet.ledger.get(hashFrom(txid, 'txid'));
    if (!tx) throw new RpcError(RpcCode.invalidAddressOrKey, 'Invalid or non-wallet transaction id');
    const { transaction } = tx;
    const debitSat = wallet.ledger.debit(transaction, watchOnly);
    const creditSat = wallet.coins.isImmature(tx) ? 0n : wallet.ledger.credit(transaction, watchOnly);
    const feeSat = debitSat > 0n ? valueOut(transaction) - debitSat : 0n;
    return {
      amount: new Amount(creditSat - debitSat - feeSat),
      ...(debitSat > 0n && { fee: new Amount(feeSat) }),
      ...factsOf(tx, wallet, call.node),
      details: detailsOf(tx, wallet, call.node.params, { watchOnly, withAccount: call.deprecated('accounts') }),
      hex: transaction.bytes.toString('hex'),
    };
  },
};

function entriesOf(tx: WalletTx, wallet: Wallet, call: Call, options: EntryOptions): WalletTransaction[] {
  const details = detailsOf(tx, wallet, call.node.params, options);
  if (details.length === 0) return [];
  const facts = factsOf(tx, wallet, call.node);
  return details.map(({ abandoned, ...detail }) => ({ ...detail, ...facts, ...(abandoned !== undefined && { abandoned }) }));
}

/** Entries of wallet transactions in disconnected blocks, with their present status. */
function removedSince(
  { from, fork }: { readonly from: BlockNode; readonly fork: BlockNode },
  wallet: Wallet,
  call: Call,
  options: EntryOptions,
): ListSinceBlockEntry[] {
  const { chain } = call.node;
  const removed: ListSinceBlockEntry[] = [];
  for (let node = from; node.hash !== fork.hash; node = chain.node(node.header.previousHash)!) {
    if (node.txCount === 0) continue; // only its header is known: it was never connected
    for (const { txid } of storedBlock(node, chain).transactions) {
      const tx = wallet.ledger.get(txid);
      if (tx) removed.push(...entriesOf(tx, wallet, call, { ...options, conflicted: true }));
    }
  }
  return removed;
}

function blockOf(blockhash: string, { node: { chain } }: Call): BlockNode {
  const node = chain.node(hashFrom(blockhash, 'blockhash'));
  if (!node) throw new RpcError(RpcCode.invalidAddressOrKey, 'Block not found');
  return node;
}

function moveEntry({ account, amountSat, time, comment }: AccountMove): ListSinceBlockEntry {
  return { account, category: 'move', amount: new Amount(amountSat), time, ...(comment !== '' && { comment }) };
}

/** With -deprecatedrpc=accounts the first argument is an account: its sent payments are listed too. The documents have moves in `listsinceblock` only. */
function accountPage(
  account: string,
  { count, skip, watchOnly }: { readonly count: number; readonly skip: number; readonly watchOnly: boolean },
  wallet: Wallet,
  call: Call,
): WalletTransaction[] {
  const page = wallet.ledger
    .all()
    .flatMap((tx) => entriesOf(tx, wallet, call, { watchOnly, withAccount: true }))
    .filter((entry: ListSinceBlockEntry) => account === ALL || entry.account === account);
  return page.slice(Math.max(page.length - skip - count, 0), Math.max(page.length - skip, 0));
}
