import type { Outpoint, Transaction, TxOutput } from '../primitives/types.ts';

export type AddressType = 'legacy' | 'p2sh-segwit' | 'bech32';
export type Purpose = 'send' | 'receive';
/** `spendable`: with its private keys; `watch`: imported without them. */
export type Ownership = 'none' | 'watch' | 'spendable';

export interface AddressBookEntry {
  readonly label: string;
  readonly purpose: Purpose;
}

/** What is known of a key of the wallet. The private key itself is given by `Keychain.signing` alone. */
export interface KeyInfo {
  readonly publicKey: Buffer;
  /** Epoch seconds; 0 where unknown, 1 for imports without a time. */
  readonly createdAt: number;
  /** `m/0'/0'/5'`; none for imported keys. */
  readonly path?: string;
  /** Hash160 of the seed, hex in reading order. */
  readonly seedId?: string;
  readonly internal: boolean;
}

/** Where a transaction of the wallet stands. */
export type TxState =
  | { readonly type: 'confirmed'; readonly blockhash: string; readonly height: number; readonly index: number; readonly blockTime: number }
  | { readonly type: 'pool' } // in the memory pool
  | { readonly type: 'inactive'; readonly abandoned: boolean; readonly heldBack?: true } // in neither; held back: made here, and never yet taken by the pool
  | { readonly type: 'conflicted'; readonly blockhash: string; readonly height: number }; // a block spends its inputs otherwise

/** A transaction that concerns the wallet. Replaced, never changed. */
export interface WalletTx {
  readonly transaction: Transaction;
  readonly state: TxState;
  /** Epoch seconds, as the family reckons it: not before the times of what came earlier. */
  readonly time: number;
  readonly timeReceived: number;
  /** Order of arrival in this wallet. */
  readonly order: number;
  readonly fromMe: boolean;
  readonly comment?: string;
  readonly to?: string; // comment_to
  readonly replacedBy?: string;
  readonly replaces?: string;
  /** Deprecated accounts: whose money was sent. */
  readonly fromAccount?: string;
}

/** An unspent output of the wallet. */
export interface WalletCoin extends Outpoint, TxOutput {
  readonly address?: string;
  readonly ownership: 'watch' | 'spendable';
  readonly solvable: boolean;
  /** Neither from foreign keys nor a replacement, while unconfirmed. */
  readonly safe: boolean;
  readonly confirmations: number; // 0: in the pool
  readonly coinbase: boolean;
  readonly fromMe: boolean;
}

export interface CoinFilter {
  readonly minConfirmations?: number;
  readonly maxConfirmations?: number;
  readonly includeUnsafe?: boolean;
  readonly includeWatchOnly?: boolean;
  readonly includeLocked?: boolean;
  /** Immature coinbases too. */
  readonly includeImmature?: boolean;
}

export interface Balances {
  /** Confirmed, or unconfirmed change of our own; trusted. */
  readonly trustedSat: bigint;
  readonly pendingSat: bigint; // unconfirmed, from others
  readonly immatureSat: bigint; // coinbases
}

export interface ImportRequest {
  readonly scriptPubKey: Buffer;
  readonly redeemScripts: readonly Buffer[];
  readonly publicKeys: readonly Buffer[];
  readonly privateKeys: readonly { readonly key: Uint8Array; readonly compressed: boolean }[];
  /** undefined: not in the address book (change). */
  readonly label?: string;
  readonly internal: boolean;
  readonly watchOnly: boolean;
  /** Epoch seconds; what the keys and scripts are dated. */
  readonly timestamp: number;
}

export interface Rescan {
  readonly startHeight: number;
  readonly stopHeight: number;
  readonly aborted: boolean;
}

/** One half of a transfer between accounts. */
export interface AccountMove {
  readonly account: string;
  readonly otherAccount: string;
  /** Negative on the account that it leaves. */
  readonly amountSat: bigint;
  /** Epoch seconds. */
  readonly time: number;
  readonly comment: string;
  /** Among the transactions of the wallet, see `WalletTx`. */
  readonly order: number;
}

/** What deprecated accounts are beyond the labels of addresses. */
export interface Accounts {
  moves(): readonly AccountMove[];
  move(from: string, to: string, amountSat: bigint, time: number, comment: string): void;
  /** The address at which an account is to be paid next. */
  currentAddress(account: string): string | undefined;
  setCurrentAddress(account: string, address: string): void;
}
