import type { BlockNode } from '../chain/types.ts';
import type { Transaction } from '../primitives/types.ts';
import type { SigningProvider } from '../script/signing-provider.ts';
import type { AddressBook } from './address-book.ts';
import type { Coins } from './coins.ts';
import type { Ledger } from './ledger.ts';
import type { LockedCoins } from './locked-coins.ts';
import type { Rescanner } from './rescanner.ts';
import type { Accounts, AddressType, ImportRequest, KeyInfo, Ownership } from './types.ts';

/** One wallet: keys and scripts, the transactions that concern them, and what is unspent. Synchronous unless it says otherwise. */
export interface Wallet {
  readonly name: string;
  readonly version: number;
  readonly privateKeysEnabled: boolean;
  readonly hdSeedId: string | undefined;
  readonly encrypted: boolean;
  readonly locked: boolean;
  /** Epoch seconds; 0 while locked; undefined where it is not encrypted. */
  readonly unlockedUntil: number | undefined;
  readonly keypoolSize: { readonly external: number; readonly internal: number };
  readonly keypoolOldest: number;

  // its parts
  /** To be read: what comes into it comes through `commit` and its like, and from the manager. */
  readonly ledger: Pick<Ledger, 'size' | 'get' | 'all' | 'confirmations' | 'own' | 'paidTo' | 'spender' | 'conflicts' | 'debit' | 'credit'>;
  readonly coins: Coins;
  readonly lockedCoins: LockedCoins;
  readonly addressBook: AddressBook;
  readonly rescanner: Rescanner;
  readonly accounts: Accounts;

  /** Satoshis per 1000 vbytes; 0: by estimate. */
  payFeeRate: bigint;

  // addresses, keys and scripts
  /** Throws `WalletError` (keypool-ran-out) where the pool ran out and cannot be filled (locked), (refused) without private keys. */
  newAddress(type: AddressType, label: string): string;
  newChangeAddress(type: AddressType): string;
  /** A key of the pool is put aside for change until `keep` or `giveBack`. */
  reserveChange(type: AddressType): { readonly script: Buffer; keep(): void; giveBack(): void };
  ownership(script: Buffer): Ownership;
  isSolvable(script: Buffer): boolean;
  isChange(script: Buffer): boolean;
  keyInfo(publicKey: Buffer): KeyInfo | undefined;
  keyInfoByHash(keyHash: Buffer): KeyInfo | undefined;
  /** By HASH160 for P2SH; for P2WSH the RIPEMD160 of the SHA256, as the family keys them. */
  script(scriptHash: Buffer): Buffer | undefined;
  /** All keys, in no particular order: for dumps. */
  keys(): readonly KeyInfo[];
  /** Whether a key waits in the pool and was given to nobody. */
  isPooled(publicKey: Buffer): boolean;
  /** Redeem and witness scripts that were added, with the time that they are dated; 0 where unknown. */
  scripts(): readonly { readonly script: Buffer; readonly createdAt: number }[];
  /** Public keys, scripts and origins for solving; private keys too unless `withKeys` is false. Throws `WalletError` (locked) where keys are asked for and locked. */
  signing(options?: { readonly withKeys?: boolean }): SigningProvider;
  addScript(script: Buffer): void;
  watch(script: Buffer, timestamp: number): void;
  /** The time that the import of an output script is dated; undefined where it was not imported as one. */
  watchedSince(script: Buffer): number | undefined;
  import(request: ImportRequest): void;
  fillKeypool(size?: number): void;
  /** Document 1, `sethdseed`. */
  setSeed(seed: Uint8Array | undefined, newKeypool: boolean): void;
  /** Earliest time of any key, for rescans. */
  readonly birth: number;

  // encryption; all throw `WalletError` (wrong-passphrase), (wrong-encryption-state) as the family does
  encrypt(passphrase: string): void;
  unlock(passphrase: string, seconds: number): void;
  lock(): void;
  changePassphrase(oldPassphrase: string, newPassphrase: string): void;

  // transactions
  /** Whether it watches scripts that it cannot spend from. */
  readonly watchesAny: boolean;
  /**
   * Keeps a transaction of our own making, and sends it to the pool. What the pool refuses is held back, and
   * offered again when a block comes. The transaction that it replaces is marked so.
   */
  commit(transaction: Transaction, notes?: { readonly comment?: string; readonly to?: string; readonly replaces?: string; readonly fromAccount?: string }): void;
  /** Throws `WalletError` (invalid-key-or-transaction) where it is unknown or cannot be abandoned. */
  abandon(txid: string): void;
  importPruned(transaction: Transaction, place: BlockNode, index: number): void;
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
