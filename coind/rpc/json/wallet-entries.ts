import { coinMintedBy } from '../../assets/data-output.ts';
import type { ChainParams } from '../../params.ts';
import type { NodeContext } from '../../node-context.ts';
import type { Transaction } from '../../primitives/types.ts';
import { cachedAddressOf } from '../../wallet/address-cache.ts';
import type { WalletTx } from '../../wallet/types.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { Amount } from './json-text.ts';
import { SEQUENCE_REPLACEABLE } from '../../primitives/sequences.ts';

/** The effect of one output of a transaction on a wallet (document 1, `gettransaction` result). */
export interface Detail {
  account?: string;
  address?: string;
  category: 'send' | 'receive';
  amount: Amount;
  label: string;
  vout: number;
  fee?: Amount;
  abandoned?: boolean;
}

/**
 * Status and notes of a transaction, which are part of each entry. The documents do not list all fields everywhere; nodes
 * of the family have all.
 */
export interface TxFacts {
  confirmations: number;
  trusted?: boolean;
  blockhash?: string;
  blockindex?: number;
  blocktime?: number;
  txid: string;
  /** Other transactions of the wallet that spend what this one spends. */
  walletconflicts: readonly string[];
  time: number;
  timereceived: number;
  'bip125-replaceable': 'yes' | 'no' | 'unknown';
  comment?: string;
  to?: string;
  replaces_txid?: string;
  replaced_by_txid?: string;
}

export interface EntryOptions {
  readonly watchOnly: boolean;
  /** Only payments received on addresses of this label. */
  readonly label?: string | undefined;
  /** Also payments received by conflicted transactions. */
  readonly conflicted?: boolean;
  /** With the field `account` of deprecated accounts. */
  readonly withAccount: boolean;
}

/**
 * The payments of a transaction out of the wallet and into it, without change. A payment to the wallet itself is both.
 * Mined coins are in the category `receive`: the documents have no other.
 */
export function detailsOf(tx: WalletTx, wallet: Wallet, params: ChainParams, options: EntryOptions): Detail[] {
  const { watchOnly, label, conflicted = false, withAccount } = options;
  const { transaction, state } = tx;
  const debitSat = wallet.ledger.debit(transaction, watchOnly);
  const fromWallet = debitSat > 0n;
  const fee = new Amount(valueOut(transaction) - debitSat);
  const sent: Detail[] = [];
  const received: Detail[] = [];
  const receives = conflicted || wallet.ledger.confirmations(tx) >= 0;
  for (const [vout, { valueSat, scriptPubKey }] of transaction.outputs.entries()) {
    const ownership = wallet.keychain.index.ownership(scriptPubKey);
    const isOwn = ownership === 'spendable' || (watchOnly && ownership === 'watch');
    if (fromWallet ? wallet.isChange(scriptPubKey) : !isOwn) continue;
    const address = cachedAddressOf(scriptPubKey, params);
    const entry = address === undefined ? undefined : wallet.addressBook.get(address);
    const common = { ...(address !== undefined && { address }) };
    const own = entry?.label ?? '';
    if (fromWallet && label === undefined) {
      sent.push({
        ...(withAccount && { account: tx.fromAccount ?? '' }),
        ...common,
        category: 'send',
        amount: new Amount(-valueSat),
        label: own,
        vout,
        fee,
        abandoned: state.type === 'inactive' && state.abandoned,
      });
    }
    if (isOwn && receives && (label === undefined || label === own)) {
      received.push({
        ...(withAccount && { account: own }),
        ...common,
        category: 'receive',
        amount: new Amount(valueSat),
        label: own,
        vout,
      });
    }
  }
  return [...sent, ...received];
}

export function factsOf(tx: WalletTx, wallet: Wallet, node: NodeContext): TxFacts {
  const {
    transaction: { txid },
    state,
    time,
    timeReceived,
    comment,
    to,
    replaces,
    replacedBy,
  } = tx;
  const confirmations = wallet.ledger.confirmations(tx);
  const block =
    state.type === 'confirmed'
      ? { blockhash: state.blockhash, blockindex: state.index, blocktime: state.blockTime }
      : { trusted: wallet.coins.isTrusted(tx) };
  return {
    confirmations,
    ...block,
    txid,
    walletconflicts: wallet.ledger.conflicts(tx),
    time,
    timereceived: timeReceived,
    'bip125-replaceable': replaceability(tx, node),
    ...(comment !== undefined && { comment }),
    ...(to !== undefined && { to }),
    ...(replaces !== undefined && { replaces_txid: replaces }),
    ...(replacedBy !== undefined && { replaced_by_txid: replacedBy }),
  };
}

/** What the inputs of a transaction pay apart from the fee: its outputs, without coin that it mints by proof. Satoshis. */
export const valueOut = (transaction: Transaction): bigint =>
  transaction.outputs.reduce((sum, { valueSat }) => sum + valueSat, -coinMintedBy(transaction));

/** BIP 125. The ancestors of a transaction outside the pool are not all known. */
function replaceability({ transaction, state }: WalletTx, { mempool }: NodeContext): 'yes' | 'no' | 'unknown' {
  if (state.type === 'confirmed') return 'no';
  if (transaction.inputs.some(({ sequence }) => sequence <= SEQUENCE_REPLACEABLE)) return 'yes';
  if (!mempool.has(transaction.txid)) return 'unknown';
  return mempool.isReplaceable(transaction.txid) ? 'yes' : 'no';
}
