import type { BlockNode } from '../chain/block-node.ts';
import type { Transaction } from '../primitives/types.ts';
import type { AddressBook } from './address-book.ts';
import type { Coins } from './coins.ts';
import type { KeyRing } from './key-ring.ts';
import type { Keychain } from './keychain.ts';
import type { Keypool } from './keypool.ts';
import type { Ledger } from './ledger.ts';
import type { LockedCoins } from './locked-coins.ts';
import type { Rescanner } from './rescanner.ts';
import type { ScriptIndex } from './script-index.ts';
import type { Accounts, AddressType, ImportRequest } from './types.ts';

/**
 * The part of a keychain that callers use directly. Keys and scripts are imported through `Wallet`, because its ledger
 * must then be reindexed.
 */
export type KeychainAccess = Pick<
  Keychain,
  | 'privateKeysEnabled'
  | 'signing'
  | 'infoByHash'
  | 'scripts'
  | 'watchedSince'
  | 'watchesAny'
  | 'fillPool'
  | 'setSeed'
  | 'unlock'
  | 'lock'
  | 'changePassphrase'
> & {
  readonly index: Pick<ScriptIndex, 'ownership' | 'script'>;
  readonly ring: Pick<KeyRing, 'info' | 'all' | 'seedId' | 'encrypted' | 'locked' | 'unlockedUntil'>;
  readonly pool: Pick<Keypool, 'size' | 'oldest' | 'holds'>;
};

/** One wallet: keys and scripts, the transactions that concern them, and the unspent outputs. */
export interface Wallet {
  readonly name: string;
  readonly version: number;

  // parts of the wallet
  readonly keychain: KeychainAccess;
  /** Read-only here. Changed by `commit`, `abandon`, pruned funds, and by blocks and the mempool. */
  readonly ledger: Pick<Ledger, 'size' | 'get' | 'all' | 'confirmations' | 'own' | 'paidTo' | 'spender' | 'conflicts' | 'debit' | 'credit'>;
  readonly coins: Coins;
  readonly lockedCoins: LockedCoins;
  readonly addressBook: AddressBook;
  readonly rescanner: Rescanner;
  readonly accounts: Accounts;

  /** Set by `settxfee`, satoshis per 1000 vbytes; 0: use an estimate. */
  payFeeRate: bigint;

  // addresses, keys and scripts: several parts are involved
  /** Throws `WalletError` (keypool-ran-out) if the keypool is empty and the wallet locked, (refused) without private keys. */
  newAddress(type: AddressType, label: string): string;
  /** Reserves a key of the keypool for a receiving address until `keep`, which adds it to the address book, or `release`. Throws as `newAddress`. */
  reserveAddress(type: AddressType, label: string): { readonly script: Buffer; keep(): void; release(): void };
  newChangeAddress(type: AddressType): string;
  /** Reserves a key of the keypool for change until `keep` or `release`. */
  reserveChange(type: AddressType): { readonly script: Buffer; keep(): void; release(): void };
  /** Whether an output script is the wallet's and its address is not in the address book. */
  isChange(script: Buffer): boolean;
  /** Adds a redeem or witness script. */
  addScript(script: Buffer): void;
  /** Watches an output script; `timestamp` is recorded for the import, epoch seconds. */
  watch(script: Buffer, timestamp: number): void;
  import(request: ImportRequest): void;

  /** Throws as `Keychain.encrypt` does, and `StoreError` if the wallet's file cannot be rewritten. */
  encrypt(passphrase: string): void;

  // transactions
  /**
   * Records a transaction that this wallet created, and submits it to the mempool. A refused transaction is held back and
   * submitted again after each block. The transaction that it replaces is marked as replaced.
   */
  commit(
    transaction: Transaction,
    notes?: { readonly comment?: string; readonly to?: string; readonly replaces?: string; readonly fromAccount?: string },
  ): void;
  /** Throws `WalletError` (invalid-key-or-transaction) if it is unknown or cannot be abandoned. */
  abandon(txid: string): void;
  /** Throws `WalletError` (invalid-key-or-transaction) if it does not concern the wallet. */
  importPruned(transaction: Transaction, place: BlockNode, index: number): void;
  /** Throws `WalletError` (invalid-request) if it is unknown. */
  removePruned(txid: string): void;

  /** Writes a copy to a file or into a directory. Throws `WalletError` (refused) if it cannot be written. */
  backup(destination: string): Promise<void>;
}

export interface WalletManager {
  /** Names of the loaded wallets, in the order in which they were loaded. */
  list(): readonly string[];
  /** Names of all wallets in the wallets folder, loaded or not, sorted. */
  folder(): readonly string[];
  get(name: string): Wallet | undefined;
  create(name: string, options: { readonly disablePrivateKeys: boolean }): Promise<{ readonly wallet: Wallet; readonly warning: string }>;
  /** Creates a wallet when one is first needed: deriving its keys takes longer than the rest of a node's start. */
  awaitCreation(name: string): void;
  /**
   * Does the deferred work: creates the awaited wallets, and notifies all wallets of new blocks. Throws as `create` does.
   */
  catchUp(): void;
  load(filename: string): Promise<{ readonly wallet: Wallet; readonly warning: string }>;
  unload(name: string): Promise<void>;
  /** Paths of the files of the loaded wallets, without wallets in memory. */
  files(): readonly string[];
  /**
   * Writes the files of all loaded wallets before the node ends. Without it they are updated when the wallets are next
   * loaded. Throws `StoreError` if one cannot be written, after writing the others.
   */
  close(): void;
}
