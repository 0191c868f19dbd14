import type { Curve } from '../crypto/curve.ts';
import type { ChainParams } from '../params.ts';
import type { Outpoint, Transaction } from '../primitives/types.ts';
import type { Chain } from '../chain/types.ts';
import type { BlockNode } from '../chain/block-node.ts';
import type { Mempool } from '../mempool/types.ts';
import type { RandomSource } from '../random.ts';
import type { Clock } from '../clock.ts';
import type { NodeOptions } from '../options/node-options.ts';
import { WalletError } from './wallet-error.ts';
import type { Table } from '../state/types.ts';
import { AccountBook } from './account-book.ts';
import { AddressBook } from './address-book.ts';
import { Coins } from './coins.ts';
import type { Unlock } from './key-ring.ts';
import { Keychain } from './keychain.ts';
import type { ReservedKey } from './keypool.ts';
import { cachedAddressOf } from './address-cache.ts';
import { Ledger } from './ledger.ts';
import { LockedCoins } from './locked-coins.ts';
import { Outbox } from './outbox.ts';
import type { WalletRecords } from './records.ts';
import { Rescanner } from './rescanner.ts';
import { scriptFor } from './script-for.ts';
import type { AddressType, ImportRequest, TxState } from './types.ts';
import type { Wallet } from './wallet.ts';

/** Parts of a node that all its wallets share. */
export interface WalletDeps {
  readonly params: ChainParams;
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly curve: Curve;
  readonly options: NodeOptions;
  readonly log: (line: string) => void;
  readonly relay: (transaction: Transaction) => void;
  /** Aborted when the node shuts down. */
  readonly ending: AbortSignal;
  /** Called when a transaction of a wallet is added or its state changes. */
  readonly notify: (txid: string, wallet: string) => void;
  /** In memory only, by wallet id. */
  readonly unlocks: Table<Unlock>;
  readonly feeRates: Table<bigint>;
  readonly lockedCoins: Table<readonly Outpoint[]>;
}

export interface WalletIdentity {
  readonly id: string;
  readonly name: string;
  readonly records: WalletRecords;
  /** Called after its keys are encrypted: rewrites the wallet's file, and removes the unencrypted keys from the disk. */
  readonly saveSealed: () => void;
  /** Writes a copy to a file or into a directory. */
  readonly backup: (destination: string) => void;
}

/** See `Wallet`. All its state is in its records; everything else is derived from them. */
export class RecordedWallet implements Wallet {
  readonly name: string;
  readonly keychain: Keychain;
  readonly ledger: Ledger;
  readonly outbox: Outbox;
  readonly coins: Coins;
  readonly lockedCoins: LockedCoins;
  readonly addressBook: AddressBook;
  readonly rescanner: Rescanner;
  readonly accounts: AccountBook;
  readonly #deps: WalletDeps;
  readonly #identity: WalletIdentity;
  readonly #records: WalletRecords;

  constructor(deps: WalletDeps, identity: WalletIdentity) {
    const { chain, mempool, clock, random, options, params, ending } = deps;
    const { id, name, records } = identity;
    this.name = name;
    this.#deps = deps;
    this.#identity = identity;
    this.#records = records;
    this.keychain = new Keychain({
      id,
      records,
      unlocks: deps.unlocks,
      clock,
      random,
      curve: deps.curve,
      params,
      keypoolSize: options.wallet.keypool,
    });
    const { index } = this.keychain;
    this.addressBook = new AddressBook(records);
    this.lockedCoins = new LockedCoins(deps.lockedCoins, id);
    this.ledger = new Ledger({
      records,
      index,
      chain,
      mempool,
      clock,
      onPaid: (script) => this.keychain.markUsed(script),
      onSpent: (outpoint) => this.lockedCoins.delete(outpoint), // a spent coin cannot stay locked
      onChange: (txid) => deps.notify(txid, name),
    });
    this.outbox = new Outbox(this.ledger, deps);
    this.coins = new Coins({
      ledger: this.ledger,
      index,
      params,
      spendZeroConfChange: options.wallet.spendZeroConfChange,
      isLocked: (outpoint) => this.lockedCoins.has(outpoint),
    });
    this.rescanner = new Rescanner(chain, this.ledger, ending);
    this.accounts = new AccountBook(records);
  }

  get id(): string {
    return this.#identity.id;
  }

  get version(): number {
    return this.#records.meta.version;
  }

  get payFeeRate(): bigint {
    return this.#deps.feeRates.get(this.#identity.id) ?? this.#deps.options.wallet.payFeeRate;
  }

  set payFeeRate(feeRate: bigint) {
    this.#deps.feeRates.set(this.#identity.id, feeRate);
  }

  newAddress(type: AddressType, label: string): string {
    const address = this.#addressOf(this.keychain.reserve(false), type);
    this.addressBook.set(address, label, 'receive');
    return address;
  }

  reserveAddress(type: AddressType, label: string): { readonly script: Buffer; keep(): void; release(): void } {
    const reserved = this.keychain.reserve(false);
    const script = scriptFor(reserved.publicKey, type);
    const keep = (): void => this.addressBook.set(this.#addressOf(reserved, type), label, 'receive');
    return { script, keep, release: () => reserved.release() };
  }

  newChangeAddress(type: AddressType): string {
    return this.#addressOf(this.keychain.reserve(true), type);
  }

  reserveChange(type: AddressType): { readonly script: Buffer; keep(): void; release(): void } {
    const { publicKey, keep, release } = this.keychain.reserve(true);
    return { script: scriptFor(publicKey, type), keep, release };
  }

  isChange(script: Buffer): boolean {
    if (this.keychain.index.ownership(script) === 'none') return false;
    const address = cachedAddressOf(script, this.#deps.params);
    return address === undefined || this.addressBook.get(address) === undefined;
  }

  addScript(script: Buffer): void {
    this.keychain.addScript(script, 0);
    this.ledger.reindex();
  }

  watch(script: Buffer, timestamp: number): void {
    this.keychain.watch(script, timestamp);
    this.ledger.reindex();
  }

  import(request: ImportRequest): void {
    const { scriptPubKey, label, internal } = request;
    this.keychain.import(request);
    const address = cachedAddressOf(scriptPubKey, this.#deps.params);
    if (label !== undefined && !internal && address !== undefined) this.addressBook.set(address, label, 'receive');
    this.ledger.reindex();
  }

  encrypt(passphrase: string): void {
    this.keychain.encrypt(passphrase);
    this.#identity.saveSealed();
  }

  commit(transaction: Transaction, notes: Parameters<Wallet['commit']>[1] = {}): void {
    this.outbox.commit(transaction, notes);
    if (notes.replaces !== undefined) this.ledger.annotate(notes.replaces, { replacedBy: transaction.txid });
  }

  abandon(txid: string): void {
    const tx = this.ledger.get(txid);
    if (!tx) throw new WalletError('invalid-key-or-transaction', 'Invalid or non-wallet transaction id');
    if (tx.state.type !== 'inactive') throw new WalletError('invalid-key-or-transaction', 'Transaction not eligible for abandonment');
    this.ledger.abandon(txid);
  }

  importPruned(transaction: Transaction, place: BlockNode, index: number): void {
    const state: TxState = { type: 'confirmed', blockhash: place.hash, height: place.height, index, blockTime: place.header.time };
    if (!this.ledger.observe(transaction, state)) {
      throw new WalletError('invalid-key-or-transaction', 'No addresses in wallet correspond to included transaction');
    }
  }

  removePruned(txid: string): void {
    if (!this.ledger.get(txid)) throw new WalletError('invalid-request', 'Transaction does not exist in wallet.');
    this.ledger.remove(txid);
  }

  async backup(destination: string): Promise<void> {
    this.#identity.backup(destination);
  }

  /** Reads the state of the mempool, after the wallet has read all blocks of the chain. */
  settle(): void {
    this.ledger.catchUp();
    for (const entry of this.#deps.mempool.entries()) this.ledger.poolAdded(entry);
  }

  /** Deletes the state kept only in memory, and stops a rescan. */
  close(): void {
    const { unlocks, feeRates } = this.#deps;
    this.rescanner.abort();
    this.lockedCoins.clear();
    for (const table of [unlocks, feeRates]) table.delete(this.#identity.id);
  }

  #addressOf(reserved: ReservedKey, type: AddressType): string {
    reserved.keep();
    return cachedAddressOf(scriptFor(reserved.publicKey, type), this.#deps.params)!;
  }
}
