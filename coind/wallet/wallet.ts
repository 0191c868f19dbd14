import type { BlockNode } from '../chain/types.ts';
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
 * What callers may ask of a keychain and do with it. Keys and scripts are imported through `Wallet`, since its ledger has to
 * look again at what it holds.
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

/** One wallet: keys and scripts, the transactions that concern them, and what is unspent. Synchronous unless it says otherwise. */
export interface Wallet {
  readonly name: string;
  readonly version: number;

  // its parts
  readonly keychain: KeychainAccess;
  /** Read-only: `commit`, `abandon` and the pruned funds change it, and the manager with blocks and the pool. */
  readonly ledger: Pick<Ledger, 'size' | 'get' | 'all' | 'confirmations' | 'own' | 'paidTo' | 'spender' | 'conflicts' | 'debit' | 'credit'>;
  readonly coins: Coins;
  readonly lockedCoins: LockedCoins;
  readonly addressBook: AddressBook;
  readonly rescanner: Rescanner;
  readonly accounts: Accounts;

  /** Satoshis per 1000 vbytes; 0: by estimate. */
  payFeeRate: bigint;

  // what concerns several parts: addresses, keys and scripts
  /** Throws `WalletError` (keypool-ran-out) where the pool ran out and cannot be filled (locked), (refused) without private keys. */
  newAddress(type: AddressType, label: string): string;
  newChangeAddress(type: AddressType): string;
  /** A key of the pool is put aside for change until `keep` or `giveBack`. */
  reserveChange(type: AddressType): { readonly script: Buffer; keep(): void; giveBack(): void };
  /** Whether an output script is the wallet's, and its address is not in the address book. */
  isChange(script: Buffer): boolean;
  /** A redeem or witness script. */
  addScript(script: Buffer): void;
  /** An output script; the time, in epoch seconds, is what its import is dated. */
  watch(script: Buffer, timestamp: number): void;
  import(request: ImportRequest): void;

  /** Throws as `Keychain.encrypt` does, and `StoreError` where the wallet's file cannot be written anew. */
  encrypt(passphrase: string): void;

  // transactions
  /**
   * Keeps a transaction of our own making, and sends it to the pool. What the pool refuses is held back, and offered again
   * when a block comes. The transaction that it replaces is marked as replaced.
   */
  commit(
    transaction: Transaction,
    notes?: { readonly comment?: string; readonly to?: string; readonly replaces?: string; readonly fromAccount?: string },
  ): void;
  /** Throws `WalletError` (invalid-key-or-transaction) where it is unknown or cannot be abandoned. */
  abandon(txid: string): void;
  /** Throws `WalletError` (invalid-key-or-transaction) where it does not concern the wallet. */
  importPruned(transaction: Transaction, place: BlockNode, index: number): void;
  /** Throws `WalletError` (invalid-request) where it is unknown. */
  removePruned(txid: string): void;

  /** To a file, or into a directory. Throws `WalletError` (refused) where it cannot be written. */
  backup(destination: string): Promise<void>;
}

export interface WalletManager {
  /** Names of the loaded wallets, in the order in which they were loaded. */
  list(): readonly string[];
  /** Names of all wallets in the folder of wallets, loaded or not, sorted. */
  folder(): readonly string[];
  get(name: string): Wallet | undefined;
  create(name: string, options: { readonly disablePrivateKeys: boolean }): Promise<{ readonly wallet: Wallet; readonly warning: string }>;
  /** Creates one later, when first anybody asks for a wallet: its keys take longer than all else at the start of a node. */
  awaitCreation(name: string): void;
  /**
   * Does now what waits until anybody asks for a wallet: creates those that are awaited, and shows the blocks that came to
   * all. Throws as `create` does.
   */
  catchUp(): void;
  load(filename: string): Promise<{ readonly wallet: Wallet; readonly warning: string }>;
  unload(name: string): Promise<void>;
  /** The files of the loaded wallets, as far as they are not in memory. */
  files(): readonly string[];
  /**
   * Before the node ends: writes the files of all loaded wallets. Without it they are brought up to date when loaded again.
   * Throws `StoreError` where one cannot be written; the others are.
   */
  close(): void;
}
