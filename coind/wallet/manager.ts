import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Outpoint } from '../primitives/types.ts';
import { WalletError } from './wallet-error.ts';
import { shuttingDown } from '../turns.ts';
import type { Cell, State, Table } from '../state/types.ts';
import type { OwnFiles } from '../storage/own-files.ts';
import { reasonOf, StoreError } from '../storage/store-error.ts';
import { replaceFile } from '../storage/whole-file.ts';
import { Homes, idOf, type Home } from './homes.ts';
import type { Unlock } from './key-ring.ts';
import { recordCodec, WalletRecords, type WalletRecord } from './records.ts';
import type { Wallet, WalletManager } from './wallet.ts';
import { isSealed, readWalletText, walletText, WalletFileError, type WalletFile } from './wallet-file.ts';
import { RecordedWallet, type WalletDeps } from './recorded-wallet.ts';

export type WalletsDeps = Omit<WalletDeps, 'unlocks' | 'feeRates' | 'lockedCoins'> & { readonly state: State; readonly ownFiles: OwnFiles };

/** A wallet that is loaded, as the state keeps it. */
interface Loaded {
  readonly name: string;
  readonly home: Home;
}

type Tell = (wallet: RecordedWallet) => void;

/** Blocks are shown to wallets before more than these wait: far fewer than a pruned node keeps. */
const MAX_WAITING = 64;
/** Hierarchical deterministic, with keys for change on a chain of their own: what the family calls this. */
const WALLET_VERSION = 169_900;
/** Blocks that a wallet missed are looked through in turns of so many. */
const BLOCKS_PER_TURN = 200;

/**
 * The wallets of a node. The records of those that are loaded stand in the state, so that one commit keeps them together
 * with the chain; a wallet's file is written when it is made and when it is unloaded. After a crash the records are still
 * there, and go before the file that they build upon.
 */
export function createWallets(deps: WalletsDeps): WalletManager {
  return new Wallets(deps);
}

class Wallets implements WalletManager {
  readonly #deps: WalletDeps;
  readonly #state: State;
  readonly #ownFiles: OwnFiles;
  readonly #homes: Homes;
  readonly #table: Table<WalletRecord>;
  readonly #loaded: Cell<readonly Loaded[]>;
  /** Undefined after a restore, until somebody asks. */
  #live: Map<string, RecordedWallet> | undefined = new Map();
  /** What the wallets have to be told of, in its order. */
  #waiting: Tell[] = [];
  /** Whether the chain has gone on, so that the pool may take what it would not take before. */
  #isOfferDue = false;
  #isScheduled = false;
  /** Names of wallets that are made as soon as anybody asks for a wallet. */
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
    this.#homes = new Homes(deps.options.datadir, state.table<string>('wallets/files'));
    this.#table = state.table('wallets/records', recordCodec);
    this.#loaded = state.cell<readonly Loaded[]>('wallets/loaded', []);
    state.onRestore(() => {
      for (const wallet of this.#live?.values() ?? []) wallet.rescanner.abort(); // it would go on in another state
      this.#live = undefined;
      this.#waiting = [];
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
        // What a block took out of the pool is seen in that block.
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
    return this.#homes.list();
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
    // Taken one by one: if one cannot be made, those behind it still stand.
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
    const home = this.#homes.find(name);
    if (this.#homes.exists(home) || this.#wallets().has(name) || !this.#records(home).isEmpty)
      throw new WalletError('refused', `Wallet ${name} already exists.`);
    const records = this.#records(home);
    records.set('meta', '', {
      version: WALLET_VERSION,
      privateKeys: !disablePrivateKeys,
      nextExternal: 0,
      nextInternal: 0,
      nextPool: 1,
      nextOrder: 0,
    });
    records.set('best', '', this.#deps.chain.tip.hash);
    const wallet = this.#open(name, home);
    if (!disablePrivateKeys) wallet.keychain.setSeed(undefined, true);
    try {
      this.#write(home);
    } catch (error) {
      records.clear();
      throw failed(`Wallet file verification failed. Error creating wallet ${name}`, error);
    }
    this.#enter(name, home, wallet);
    return wallet;
  }

  async load(filename: string): Promise<{ readonly wallet: Wallet; readonly warning: string }> {
    this.catchUp();
    const home = this.#homes.find(filename);
    const id = idOf(home);
    if (this.#loaded.get().some((loaded) => loaded.home.key === home.key) || this.#busy.has(id)) {
      throw new WalletError(
        'refused',
        `Wallet file verification failed: Error loading wallet ${filename}. Duplicate -wallet filename specified.`,
      );
    }
    const warning = this.#read(filename, home);
    this.#busy.add(id);
    try {
      const wallet = this.#open(filename, home);
      await this.#readBlocks(home, wallet);
      this.#tellWaiting(); // it knows of these already
      this.#enter(filename, home, wallet);
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
    const home = this.#homeOf(name);
    try {
      this.#write(home); // and read back: only now may the records go
    } catch (error) {
      throw failed(`Wallet ${name} stays loaded, since its file cannot be written`, error);
    }
    wallet.close();
    this.#records(home).clear();
    this.#live?.delete(name);
    this.#loaded.set(this.#loaded.get().filter((loaded) => loaded.name !== name));
  }

  close(): void {
    this.#tellWaiting(); // what is still awaited then, nobody has missed
    const failures: string[] = [];
    for (const { name, home } of this.#loaded.get()) {
      try {
        this.#write(home);
      } catch (error) {
        failures.push(`wallet "${name}" could not be written to ${home.file}: ${reasonOf(error)}`);
      }
    }
    if (failures.length > 0) throw new StoreError(`${failures.join('; ')}; all that it holds is kept in the state of the node.`);
  }

  files(): readonly string[] {
    return this.#loaded.get().flatMap(({ home: { file } }) => file ?? []);
  }

  #wallets(): Map<string, RecordedWallet> {
    if (!this.#live) {
      this.#live = new Map();
      for (const { name, home } of this.#loaded.get()) this.#live.set(name, this.#open(name, home));
    }
    return this.#live;
  }

  #forEach(tell: Tell): void {
    this.#tellWaiting();
    for (const wallet of this.#wallets().values()) tell(wallet);
  }

  #laterForEach(tell: Tell): void {
    this.#waiting.push(tell);
    if (this.#waiting.length >= MAX_WAITING || !this.#deps.options.rpc.enabled) this.#tellWaiting();
    else this.#settleLater();
  }

  /**
   * Once the call that brought it is answered, or sooner if anybody asks for a wallet. After a crash it is found in the
   * chain. Who has the node within the same program may hold on to a wallet, and never has to wait.
   */
  #settleLater(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#settle();
    });
  }

  /** Not while the pool reports what it takes: it cannot take anything else meanwhile. */
  #settle(): void {
    this.#tellWaiting();
    if (!this.#isOfferDue) return;
    this.#isOfferDue = false;
    this.#offer((wallet) => wallet.outbox.offerHeldBack());
  }

  #tellWaiting(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wallet of this.#wallets().values()) for (const tell of waiting) tell(wallet);
  }

  /** Until nothing more is taken: what one wallet has sent may build upon what another one has, loaded before or after it. */
  #offer(by: (wallet: RecordedWallet) => boolean): void {
    const wallets = [...this.#wallets().values()];
    let taken = true;
    while (taken) taken = wallets.map(by).includes(true);
  }

  #open(name: string, home: Home): RecordedWallet {
    const identity = {
      id: idOf(home),
      name,
      records: this.#records(home),
      saveSealed: () => this.#saveSealed(home),
      backup: (destination: string) => this.#backup(home, destination),
    };
    return new RecordedWallet(this.#deps, identity);
  }

  #enter(name: string, home: Home, wallet: RecordedWallet): void {
    this.#wallets().set(name, wallet);
    this.#loaded.set([...this.#loaded.get(), { name, home }]);
  }

  #homeOf(name: string): Home {
    return this.#loaded.get().find((loaded) => loaded.name === name)!.home;
  }

  #records(home: Home): WalletRecords {
    return new WalletRecords(this.#table, idOf(home));
  }

  /** Gets the records of a wallet into the state, from its file unless those of a crash build upon it. Gives a warning. */
  #read(filename: string, home: Home): string {
    const records = this.#records(home);
    const text = this.#homes.read(home);
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
          `Wallet file verification failed: Error loading wallet ${filename}: ${error.message}; put a backup in its place, or name another file`,
        );
      }
      this.#writeAgain(home);
      return `The file of wallet ${filename} cannot be used (${error.message}); it was recovered from the state of the node.`;
    }
    if (!records.isEmpty && records.get('base') === file.id) {
      // The node was killed while it encrypted the wallet.
      if (records.meta.masterKey !== undefined && !isSealed(file)) this.#writeAgain(home);
      return '';
    }
    records.clear();
    for (const [place, record] of file.records) records.put(place, record);
    records.set('base', '', file.id);
    return '';
  }

  /** Repairs the file of a wallet whose records are whole. */
  #writeAgain(home: Home): void {
    try {
      this.#write(home);
    } catch (error) {
      this.#deps.log(`Wallet file ${home.file} cannot be written: ${reasonOf(error)}`);
    }
  }

  /** After a wallet was encrypted: no file may hold its keys in clear any more. Throws `StoreError`. */
  #saveSealed(home: Home): void {
    this.#state.commitAndPurge(); // first, so that the sealed records are there whatever happens to the file
    try {
      this.#write(home);
    } catch (error) {
      throw new StoreError(
        `The wallet is encrypted, but its file ${home.file} could not be written and still has the keys in clear: ` +
          `${reasonOf(error)}; make room and start the node again, which then writes it.`,
      );
    }
  }

  /** Brings the wallet's file up to date with its records. */
  #write(home: Home): void {
    const records = this.#records(home);
    const id = this.#deps.random.bytes(16).toString('hex');
    this.#homes.write(home, this.#text(home, id));
    records.set('base', '', id);
  }

  #text(home: Home, id: string): string {
    const entries = [...this.#records(home).entries()].filter(([, { kind }]) => kind !== 'base');
    return walletText({ id, records: entries });
  }

  #backup(home: Home, destination: string): void {
    try {
      const file = this.#homes.backupFile(home, destination, this.#ownFiles);
      replaceFile(file, this.#text(home, this.#deps.random.bytes(16).toString('hex')));
    } catch (error) {
      this.#deps.log(`Backup of a wallet to ${destination}: ${String(error)}`);
      throw failed('Error: Wallet backup failed', error);
    }
  }

  /** Takes note of all blocks since the wallet was last loaded. */
  async #readBlocks(home: Home, wallet: RecordedWallet): Promise<void> {
    const { chain } = this.#deps;
    const records = this.#records(home);
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

function failed(what: string, error: unknown): WalletError {
  return new WalletError('refused', `${what}: ${reasonOf(error)}`);
}
