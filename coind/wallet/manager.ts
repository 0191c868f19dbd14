import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Outpoint } from '../primitives/types.ts';
import { failedBy, WalletError } from './wallet-error.ts';
import { shuttingDown } from '../turns.ts';
import type { Cell, State } from '../state/types.ts';
import type { OwnFiles } from '../storage/own-files.ts';
import { reasonOf, StoreError } from '../storage/store-error.ts';
import { WalletLocations, idOf, type WalletLocation } from './wallet-locations.ts';
import type { Unlock } from './key-ring.ts';
import { RecordVersions } from './record-versions.ts';
import type { Wallet, WalletManager } from './wallet.ts';
import { WalletFiles } from './wallet-files.ts';
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
  readonly #locations: WalletLocations;
  readonly #files: WalletFiles;
  readonly #versions: RecordVersions;
  readonly #loaded: Cell<readonly Loaded[]>;
  #live = new Map<string, RecordedWallet>();
  /** After a restore, until a wallet is needed: the ids of wallets whose records it has changed. */
  #outdated: Set<string> | undefined;
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
    this.#deps = {
      ...deps,
      unlocks: state.table<Unlock>('wallets/unlocks'),
      feeRates: state.table<bigint>('wallets/fee-rates'),
      lockedCoins: state.table<readonly Outpoint[]>('wallets/locked-coins'),
    };
    this.#locations = new WalletLocations(deps.options.datadir, state.table<string>('wallets/files'));
    this.#versions = new RecordVersions(state.table<number>('wallets/versions'));
    const { random, log } = deps;
    this.#files = new WalletFiles({ state, ownFiles, random, log, locations: this.#locations, versions: this.#versions });
    this.#loaded = state.cell<readonly Loaded[]>('wallets/loaded', []);
    state.hold(this.#locations);
    state.onRestore(() => {
      for (const wallet of this.#live.values()) wallet.rescanner.abort(); // it would continue in another state
      this.#outdated = new Set([...(this.#outdated ?? []), ...this.#versions.restored()]);
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
    if (this.#locations.exists(location) || this.#wallets().has(name) || !this.#files.records(location).isEmpty)
      throw new WalletError('refused', `Wallet ${name} already exists.`);
    const records = this.#files.records(location);
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
      this.#files.write(location);
    } catch (error) {
      records.clear();
      throw failedBy(`Wallet file verification failed. Error creating wallet ${name}`, error);
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
    const warning = this.#files.read(filename, location);
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
      this.#files.write(location); // which also verifies it: only now may the records be deleted
    } catch (error) {
      throw failedBy(`Wallet ${name} stays loaded, because its file cannot be written`, error);
    }
    wallet.close();
    this.#files.records(location).clear();
    this.#wallets().delete(name);
    this.#loaded.set(this.#loaded.get().filter((loaded) => loaded.name !== name));
  }

  close(): void {
    this.#notifyQueued(); // wallets that were never needed are not created
    const failures: string[] = [];
    for (const { name, home: location } of this.#loaded.get()) {
      try {
        this.#files.write(location);
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
    if (this.#outdated) {
      const [before, outdated] = [this.#live, this.#outdated];
      this.#outdated = undefined;
      this.#live = new Map();
      for (const { name, home } of this.#loaded.get()) {
        const open = before.get(name);
        this.#live.set(name, open?.id === idOf(home) && !outdated.has(open.id) ? open : this.#open(name, home));
      }
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
      records: this.#files.records(location),
      saveSealed: () => this.#files.saveSealed(location),
      backup: (destination: string) => this.#files.backup(location, destination),
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

  /** Scans all blocks connected since the wallet was last loaded. */
  async #readBlocks(location: WalletLocation, wallet: RecordedWallet): Promise<void> {
    const { chain } = this.#deps;
    const records = this.#files.records(location);
    for (let done = 1; ; done++) {
      const best = records.get('best');
      const last = best === undefined ? undefined : chain.node(best);
      const node = chain.atHeight(last ? chain.forkPoint(last).height + 1 : 0);
      if (!node) {
        // Not a block that left the chain: if it comes back while the wallet is not loaded, it must be read again.
        if (best !== chain.tip.hash) records.set('best', '', chain.tip.hash);
        return;
      }
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
