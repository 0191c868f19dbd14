import type { AssetAmount } from '../assets/types.ts';
import type { Outpoint, Transaction, TxOutput } from '../primitives/types.ts';

export type AddressType = 'legacy' | 'p2sh-segwit' | 'bech32';
export type Purpose = 'send' | 'receive';
/** `spendable`: the wallet has the private keys; `watch`: imported without them. */
export type Ownership = 'none' | 'watch' | 'spendable';

export interface AddressBookEntry {
  readonly label: string;
  readonly purpose: Purpose;
}

/** Metadata of a key of the wallet. Only `Keychain.signing` returns the private key itself. */
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

/** State of a transaction of the wallet. */
export type TxState =
  | { readonly type: 'confirmed'; readonly blockhash: string; readonly height: number; readonly index: number; readonly blockTime: number }
  | { readonly type: 'pool' } // in the memory pool
  | { readonly type: 'inactive'; readonly abandoned: boolean; readonly heldBack?: true } // in neither; held back: created here, never accepted by the mempool
  | { readonly type: 'conflicted'; readonly blockhash: string; readonly height: number }; // a transaction in this block spends one of its inputs

/** A transaction that concerns the wallet. Immutable. */
export interface WalletTx {
  readonly transaction: Transaction;
  readonly state: TxState;
  /** Epoch seconds, as the family computes it: not before the times of earlier transactions. */
  readonly time: number;
  readonly timeReceived: number;
  /** Order of arrival in this wallet. */
  readonly order: number;
  readonly fromMe: boolean;
  readonly comment?: string;
  readonly to?: string; // comment_to
  readonly replacedBy?: string;
  readonly replaces?: string;
  /** Deprecated accounts: the account that paid. */
  readonly fromAccount?: string;
}

/** An unspent output of the wallet. */
export interface WalletCoin extends Outpoint, TxOutput {
  readonly address?: string;
  readonly ownership: 'watch' | 'spendable';
  readonly solvable: boolean;
  /** False for an unconfirmed output from foreign keys or of a replacement. */
  readonly safe: boolean;
  readonly confirmations: number; // 0: in the pool
  readonly coinbase: boolean;
  readonly fromMe: boolean;
  /** What it carries of an asset: only transactions of that asset may spend it. */
  readonly asset?: AssetAmount;
}

export interface CoinFilter {
  readonly minConfirmations?: number;
  readonly maxConfirmations?: number;
  readonly includeUnsafe?: boolean;
  readonly includeWatchOnly?: boolean;
  readonly includeLocked?: boolean;
  /** Includes immature coinbases. */
  readonly includeImmature?: boolean;
  /** Only the outputs that carry assets. By default there are none of them, so that ordinary payments leave them alone. */
  readonly onlyAssets?: boolean;
}

export interface Balances {
  /** Trusted: confirmed, or unconfirmed change from this wallet. */
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
  /** Epoch seconds: creation time recorded for the keys and scripts. */
  readonly timestamp: number;
}

export interface Rescan {
  readonly startHeight: number;
  readonly stopHeight: number;
  readonly aborted: boolean;
}

/** One side of a transfer between accounts. */
export interface AccountMove {
  readonly account: string;
  readonly otherAccount: string;
  /** Negative for the paying account. */
  readonly amountSat: bigint;
  /** Epoch seconds. */
  readonly time: number;
  readonly comment: string;
  /** Order of arrival among the transactions of the wallet, see `WalletTx`. */
  readonly order: number;
}

/** The part of deprecated accounts that is not labels of addresses. */
/** An amount to move between two accounts. */
export interface AccountTransfer {
  readonly from: string;
  readonly to: string;
  readonly amountSat: bigint;
  readonly time: number;
  readonly comment: string;
}

export interface Accounts {
  moves(): readonly AccountMove[];
  move(transfer: AccountTransfer): void;
  /** The account's current receiving address. */
  currentAddress(account: string): string | undefined;
  setCurrentAddress(account: string, address: string): void;
}
