import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Outpoint } from '../primitives/types.ts';
import { WalletError } from './wallet-error.ts';
import { shuttingDown } from '../turns.ts';
import type { Cell, State, Table } from '../state/types.ts';
import type { OwnFiles } from '../storage/own-files.ts';
import { reasonOf, StoreError } from '../storage/store-error.ts';
import { replaceFile } from '../storage/whole-file.ts';
import { WalletLocations, idOf, type WalletLocation } from './wallet-locations.ts';
import type { Unlock } from './key-ring.ts';
import { recordCodec, WalletRecords, type WalletRecord } from './records.ts';
import type { Wallet, WalletManager } from './wallet.ts';
import { isSealed, readWalletText, walletText, WalletFileError, type WalletFile } from './wallet-file.ts';
import { RecordedWallet, type WalletDeps } from './recorded-wallet.ts';

export type WalletsDeps = Omit<WalletDeps, 'unlocks' | 'feeRates' | 'lockedCoins'> & { readonly state: State; readonly ownFiles: OwnFiles };

/** A loaded wallet, as stored in the state; `home` is its name on disk. */
interface Loaded {
  readonly name: string;
  readonly home: WalletLocation;
}

type Notify = (wallet: RecordedWallet) => void;

/** Maximum number of queued notifications of blocks: far fewer than the blocks that a pruned node keeps. */
const MAX_QUEUED = 64;
/** The family's version number of a hierarchical deterministic wallet with a separate chain of change keys. */
const WALLET_VERSION = 169_900;
/** Number of missed blocks that are scanned before other calls get their turn. */
const BLOCKS_PER_TURN = 200;

/**
 * The wallets of a node. The records of loaded wallets are part of the state, so that one commit stores them together with
 * the chain. A wallet's file is written when the wallet is created and unloaded. After a crash the records in the state
 * are newer than the file, and take precedence over it.
 */
export function createWallets(deps: WalletsDeps): WalletManager {
  return new Wallets(deps);
}

class Wallets implements WalletManager {
  readonly #deps: WalletDeps;
  readonly #state: State;
  readonly #ownFiles: OwnFiles;
  readonly #locations: WalletLocations;
  readonly #table: Table<WalletRecord>;
  readonly #loaded: Cell<readonly Loaded[]>;
  /** Undefined after a restore, until a wallet is needed. */
  #live: Map<string, RecordedWallet> | undefined = new Map();
  /** Queued notifications of blocks, in order. */
  #queued: Notify[] = [];
  /** Whether the tip has changed, so that the mempool may accept transactions that it refused before. */
  #isOfferDue = false;
  #isScheduled = false;
  /** Names of wallets to create when a wallet is first needed. */
  #awaited: string[] = [];
  /** Wallets that are being loaded or unloaded. */
  readonly #busy = new Set<string>();

  constructor({ state, ownFiles, ...deps }: WalletsDeps) {
    this.#state = state;
    this.#ownFiles = ownFiles;
    this.#deps = {
      ...deps,
      unlocks: state.table<Unlock>('wallets/unlocks'),
      feeRates: state.table<bigint>('wallets/fee-rates'),
      lockedCoins: state.table<readonly Outpoint[]>('wallets/locked-coins'),
    };
    this.#locations = new WalletLocations(deps.options.datadir, state.table<string>('wallets/files'));
    this.#table = state.table('wallets/records', recordCodec);
    this.#loaded = state.cell<readonly Loaded[]>('wallets/loaded', []);
    state.hold(this.#locations);
    state.onRestore(() => {
      for (const wallet of this.#live?.values() ?? []) wallet.rescanner.abort(); // it would continue in another state
      this.#live = undefined;
      this.#queued = [];
      this.#isOfferDue = false;
    });
    deps.chain.on({
      connected: (block, node) => this.#laterForEach((wallet) => wallet.ledger.blockConnected(block, node)),
      disconnected: (block, node) => this.#laterForEach((wallet) => wallet.ledger.blockDisconnected(block, node)),
      tipChanged: () => {
        this.#isOfferDue = true;
        if (deps.options.rpc.enabled) this.#settleLater();
        else this.#settle();
      },
    });
    deps.mempool.on({
      added: (entry) => this.#forEach((wallet) => wallet.ledger.poolAdded(entry)),
      removed: (entry, reason) => {
        // Transactions removed by a block are handled with that block.
        if (reason !== 'block') this.#forEach((wallet) => wallet.ledger.poolRemoved(entry));
      },
    });
  }

  list(): readonly string[] {
    this.catchUp();
    return this.#loaded.get().map(({ name }) => name);
  }

  folder(): readonly string[] {
    this.catchUp();
    return this.#locations.list();
  }

  get(name: string): Wallet | undefined {
    this.catchUp();
    return this.#wallets().get(name);
  }

  awaitCreation(name: string): void {
    this.#awaited.push(name);
  }

  catchUp(): void {
    this.#settle();
    // Removed one at a time: if one cannot be created, the names after it stay queued.
    for (let name = this.#awaited.shift(); name !== undefined; name = this.#awaited.shift()) this.#create(name, false);
  }

  async create(
    name: string,
    { disablePrivateKeys }: { readonly disablePrivateKeys: boolean },
  ): Promise<{ readonly wallet: Wallet; readonly warning: string }> {
    this.catchUp();
    return { wallet: this.#create(name, disablePrivateKeys), warning: '' };
  }

  #create(name: string, disablePrivateKeys: boolean): RecordedWallet {
    const location = this.#locations.find(name);
    if (this.#locations.exists(location) || this.#wallets().has(name) || !this.#records(location).isEmpty)
      throw new WalletError('refused', `Wallet ${name} already exists.`);
    const records = this.#records(location);
    records.set('meta', '', {
      version: WALLET_VERSION,
      privateKeys: !disablePrivateKeys,
      nextExternal: 0,
      nextInternal: 0,
      nextPool: 1,
      nextOrder: 0,
    });
    records.set('best', '', this.#deps.chain.tip.hash);
    const wallet = this.#open(name, location);
    if (!disablePrivateKeys) wallet.keychain.setSeed(undefined, true);
    try {
      this.#write(location);
    } catch (error) {
      records.clear();
      throw failed(`Wallet file verification failed. Error creating wallet ${name}`, error);
    }
    this.#enter(name, location, wallet);
    return wallet;
  }

  async load(filename: string): Promise<{ readonly wallet: Wallet; readonly warning: string }> {
    this.catchUp();
    const location = this.#locations.find(filename);
    const id = idOf(location);
    if (this.#loaded.get().some((loaded) => loaded.home.key === location.key) || this.#busy.has(id)) {
      throw new WalletError(
        'refused',
        `Wallet file verification failed: Error loading wallet ${filename}. Duplicate -wallet filename specified.`,
      );
    }
    const warning = this.#read(filename, location);
    this.#busy.add(id);
    try {
      const wallet = this.#open(filename, location);
      await this.#readBlocks(location, wallet);
      this.#notifyQueued(); // the new wallet has read these blocks already
      this.#enter(filename, location, wallet);
      wallet.settle();
      this.#offer((each) => each.outbox.offer());
      if (!wallet.keychain.ring.locked) wallet.keychain.fillPool();
      return { wallet, warning };
    } finally {
      this.#busy.delete(id);
    }
  }

  async unload(name: string): Promise<void> {
    this.catchUp();
    const wallet = this.#wallets().get(name);
    if (!wallet) throw new WalletError('wallet-not-found', 'Requested wallet does not exist or is not loaded');
    const location = this.#locationOf(name);
    try {
      this.#write(location); // which also verifies it: only now may the records be deleted
    } catch (error) {
      throw failed(`Wallet ${name} stays loaded, because its file cannot be written`, error);
    }
    wallet.close();
    this.#records(location).clear();
    this.#live?.delete(name);
    this.#loaded.set(this.#loaded.get().filter((loaded) => loaded.name !== name));
  }

  close(): void {
    this.#notifyQueued(); // wallets that were never needed are not created
    const failures: string[] = [];
    for (const { name, home: location } of this.#loaded.get()) {
      try {
        this.#write(location);
      } catch (error) {
        failures.push(`wallet "${name}" could not be written to ${location.file}: ${reasonOf(error)}`);
      }
    }
    if (failures.length > 0) throw new StoreError(`${failures.join('; ')}; its records are kept in the state of the node.`);
  }

  files(): readonly string[] {
    return this.#loaded.get().flatMap(({ home: { file } }) => file ?? []);
  }

  #wallets(): Map<string, RecordedWallet> {
    if (!this.#live) {
      this.#live = new Map();
      for (const { name, home: location } of this.#loaded.get()) this.#live.set(name, this.#open(name, location));
    }
    return this.#live;
  }

  #forEach(notify: Notify): void {
    this.#notifyQueued();
    for (const wallet of this.#wallets().values()) notify(wallet);
  }

  #laterForEach(notify: Notify): void {
    this.#queued.push(notify);
    if (this.#queued.length >= MAX_QUEUED || !this.#deps.options.rpc.enabled) this.#notifyQueued();
    else this.#settleLater();
  }

  /**
   * Notifies the wallets after the current call is answered, or earlier if a wallet is needed. After a crash the wallets
   * read the missed blocks from the chain. In an embedded node without RPC nothing is deferred, because its user may
   * hold a wallet object.
   */
  #settleLater(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#settle();
    });
  }

  /** Not to be called from a notification of the mempool, which can accept nothing else meanwhile. */
  #settle(): void {
    this.#notifyQueued();
    if (!this.#isOfferDue) return;
    this.#isOfferDue = false;
    this.#offer((wallet) => wallet.outbox.offerHeldBack());
  }

  #notifyQueued(): void {
    if (this.#queued.length === 0) return;
    const queued = this.#queued;
    this.#queued = [];
    for (const wallet of this.#wallets().values()) for (const notify of queued) notify(wallet);
  }

  /** Repeats until nothing more is accepted: a transaction of one wallet may spend one of another, loaded before or after. */
  #offer(by: (wallet: RecordedWallet) => boolean): void {
    const wallets = [...this.#wallets().values()];
    let accepted = true;
    while (accepted) accepted = wallets.map(by).includes(true);
  }

  #open(name: string, location: WalletLocation): RecordedWallet {
    const identity = {
      id: idOf(location),
      name,
      records: this.#records(location),
      saveSealed: () => this.#saveSealed(location),
      backup: (destination: string) => this.#backup(location, destination),
    };
    return new RecordedWallet(this.#deps, identity);
  }

  #enter(name: string, location: WalletLocation, wallet: RecordedWallet): void {
    this.#wallets().set(name, wallet);
    this.#loaded.set([...this.#loaded.get(), { name, home: location }]);
  }

  #locationOf(name: string): WalletLocation {
    return this.#loaded.get().find((loaded) => loaded.name === name)!.home;
  }

  #records(location: WalletLocation): WalletRecords {
    return new WalletRecords(this.#table, idOf(location));
  }

  /**
   * Reads the records of a wallet into the state from its file, unless the state has newer ones from before a crash.
   * Returns a warning, or the empty string.
   */
  #read(filename: string, location: WalletLocation): string {
    const records = this.#records(location);
    const text = this.#locations.read(location);
    if (text === undefined) {
      if (!records.isEmpty) return `The file of wallet ${filename} is gone; it was recovered from the state of the node.`;
      throw new WalletError('wallet-not-found', `Wallet ${filename} not found.`);
    }
    let file: WalletFile;
    try {
      file = readWalletText(text);
    } catch (error) {
      if (!(error instanceof WalletFileError)) throw error;
      if (records.isEmpty) {
        throw new WalletError(
          'refused',
          `Wallet file verification failed: Error loading wallet ${filename}: ${error.message}; replace it by a backup, or load another file`,
        );
      }
      this.#repairFile(location);
      return `The file of wallet ${filename} cannot be used (${error.message}); it was recovered from the state of the node.`;
    }
    if (!records.isEmpty && records.get('base') === file.id) {
      // The node was killed while it encrypted the wallet.
      if (records.meta.masterKey !== undefined && !isSealed(file)) this.#repairFile(location);
      return '';
    }
    records.clear();
    for (const [place, record] of file.records) records.put(place, record);
    records.set('base', '', file.id);
    return '';
  }

  /** Repairs the file of a wallet whose records are complete. Logs a failure. */
  #repairFile(location: WalletLocation): void {
    try {
      this.#write(location);
    } catch (error) {
      this.#deps.log(`Wallet file ${location.file} cannot be written: ${reasonOf(error)}`);
    }
  }

  /** Removes the unencrypted keys of a wallet from all files after it was encrypted. Throws `StoreError`. */
  #saveSealed(location: WalletLocation): void {
    this.#state.commitAndPurge(); // first, so that the sealed records are on disk even if writing the file fails
    try {
      this.#write(location);
    } catch (error) {
      throw new StoreError(
        `The wallet is encrypted, but its file ${location.file} could not be written and still has the unencrypted keys: ` +
          `${reasonOf(error)}; free disk space and restart the node, which then writes it.`,
      );
    }
  }

  /** Writes the wallet's records to its file. */
  #write(location: WalletLocation): void {
    const records = this.#records(location);
    const id = this.#deps.random.bytes(16).toString('hex');
    this.#locations.write(location, this.#text(location, id));
    records.set('base', '', id);
  }

  #text(location: WalletLocation, id: string): string {
    const entries = [...this.#records(location).entries()].filter(([, { kind }]) => kind !== 'base');
    return walletText({ id, records: entries });
  }

  #backup(location: WalletLocation, destination: string): void {
    try {
      const file = this.#locations.backupFile(location, destination, this.#ownFiles);
      replaceFile(file, this.#text(location, this.#deps.random.bytes(16).toString('hex')));
    } catch (error) {
      this.#deps.log(`Backup of a wallet to ${destination}: ${String(error)}`);
      throw failed('Error: Wallet backup failed', error);
    }
  }

  /** Scans all blocks connected since the wallet was last loaded. */
  async #readBlocks(location: WalletLocation, wallet: RecordedWallet): Promise<void> {
    const { chain } = this.#deps;
    const records = this.#records(location);
    for (let done = 1; ; done++) {
      const best = records.get('best');
      const last = best === undefined ? undefined : chain.node(best);
      const node = chain.atHeight(last ? chain.forkPoint(last).height + 1 : 0);
      if (!node) return;
      const block = chain.block(node.hash);
      if (!block) {
        throw new WalletError(
          'refused',
          'Prune: last wallet synchronisation goes beyond pruned data. You need to download the whole blockchain again.',
        );
      }
      wallet.ledger.blockConnected(block, node);
      if (done % BLOCKS_PER_TURN !== 0) continue;
      await nextTurn();
      if (this.#deps.ending.aborted) throw shuttingDown();
    }
  }
}

const failed = (what: string, error: unknown): WalletError => new WalletError('refused', `${what}: ${reasonOf(error)}`);
