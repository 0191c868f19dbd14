import type { Methods } from '../specs/model/generated/methods.d.ts';
import { createChain } from './chain/chain.ts';
import { createMiner } from './mining/miner.ts';
import { selectFrom } from './mining/select-transactions.ts';
import { regtest } from './regtest.ts';
import { type Clock, createClock, mockTimeOf } from './clock.ts';
import { openCurve } from './crypto/open-curve.ts';
import { DebugLog, type Log } from './log.ts';
import { DomainError } from './domain-error.ts';
import { embeddedOptions } from './options/default-options.ts';
import { makeFunded } from './funded.ts';
import { createExtChain } from './ext-client/ext-chain.ts';
import { createExtClient } from './ext-client/ext-client.ts';
import { createMintVerifier } from './ext-client/mint-verifier.ts';
import { installGovernance } from './governance/install-governance.ts';
import { createMempool } from './mempool/mempool.ts';
import { keptPoolPath } from './mempool/pool-path.ts';
import { createScriptCache } from './script/script-cache.ts';
import { createNetwork } from './network/network.ts';
import type { NodeContext } from './node-context.ts';
import { type RandomSource, secureRandom } from './random.ts';
import { createCommands } from './notifications/commands.ts';
import { createNotifications } from './notifications/zmq.ts';
import type { NodeOptions } from './options/node-options.ts';
import { lockCollaterals } from './collateral-locks.ts';
import { NodeMasternodes } from './masternodes/masternodes.ts';
import { NetworkSporks } from './masternodes/sporks.ts';
import { removeCookie, type RpcCredentials } from './rpc/credentials.ts';
import { Dispatcher } from './rpc/dispatch.ts';
import type { CallArguments } from './rpc/call-arguments.ts';
import { methodSpecs } from './rpc/method-table.ts';
import { wireCall } from './rpc/subcommands.ts';
import { RpcCode, RpcError } from './rpc/errors.ts';
import { handlers } from './rpc/handler-table.ts';
import type { MethodId } from './rpc/handler.ts';
import { listenForCalls } from './rpc/listen.ts';
import type { RpcServer } from './rpc/server.ts';
import { RunningCalls } from './running-calls.ts';
import { createState } from './state/state.ts';
import { OwnFiles } from './storage/own-files.ts';
import { reasonOf, StoreError } from './storage/store-error.ts';
import type { Snapshot } from './state/types.ts';
import { createTpsTest } from './tps-test/tps-test.ts';
import { inTurns, WorkTurns } from './turns.ts';
import { version } from './version.ts';
import { createWallets } from './wallet/manager.ts';
import { WalletError } from './wallet/wallet-error.ts';

/** Replacements for the clock and the random source of the machine, and the receiver of the log. */
export interface NodeParts {
  readonly clock?: Clock;
  readonly random?: RandomSource;
  readonly log?: Log;
}

/** A running node. */
export interface RunningNode {
  readonly context: NodeContext;
  /** `http://host:port`; undefined without an RPC server. */
  readonly address: string | undefined;
  /** Credentials of the RPC server. */
  readonly credentials: RpcCredentials | undefined;
  /**
   * Calls a method within this process. Arguments, results and errors (`RpcError`) are those of a call over HTTP, but
   * amounts are objects with satoshis, `{ sat: 100000000n }`.
   */
  call<Id extends MethodId>(method: Id, params?: CallArguments, options?: { readonly wallet?: string }): Promise<Methods[Id]['result']>;
  /** The present state, which can be restored any number of times. The time that this takes does not depend on its size. */
  snapshot(): Snapshot;
  restore(snapshot: Snapshot): void;
  /** As `restore`, and undoes also what running calls change before they end. */
  restoreAlone(snapshot: Snapshot): Promise<void>;
  /** Shuts the node down. Safe to call twice. Rejects with the error that `ended` resolves with. */
  stop(): Promise<void>;
  /** Resolves once the node has stopped, for any reason: with the error that ended it or that its shutdown met, else undefined. */
  readonly ended: Promise<Error | undefined>;
}

/** Delay until changes that came from peers are committed. Changes of a call are committed before its answer. */
const COMMIT_AFTER_MS = 100;
/** Maximum time that a stopping node waits for running calls. */
const MAX_WORK_WAIT_MS = 2000;
/** Maximum time that a restore waits for running calls: they end at their next turn, except those that wait for a block. */
const MAX_RESTORE_WAIT_MS = 200;
/** Delay after the start until the keys of a new wallet are made, unless a call needs them earlier. */
const DEFERRED_WORK_DELAY_MS = 200;

/**
 * Starts a node. The defaults of options are those of an embedded node: it is in memory and does not listen. Rejects with
 * an Error for the user if the data directory is in use, a port is taken or a wallet cannot be loaded.
 */
export async function runNode(options: Partial<NodeOptions> = {}, parts: NodeParts = {}): Promise<RunningNode> {
  const node = new Node({ ...embeddedOptions, ...options }, parts);
  try {
    await node.start();
  } catch (error) {
    await node.stop().catch(() => undefined); // the first error is the cause
    throw error;
  }
  return node;
}

class Node implements RunningNode {
  readonly context: NodeContext;
  readonly ended: Promise<Error | undefined>;
  address: string | undefined;
  credentials: RpcCredentials | undefined;
  readonly #dispatcher: Dispatcher;
  readonly #end: (failure: Error | undefined) => void;
  #server: RpcServer | undefined;
  #cookieFile: string | undefined;
  readonly #ending = new AbortController();
  readonly #running = new RunningCalls();
  #commitTimer: NodeJS.Timeout | undefined;
  #deferredTimer: NodeJS.Timeout | undefined;
  #isUp = false;
  #failure: Error | undefined;
  #stopped: Promise<void> | undefined;

  constructor(options: NodeOptions, { clock = createClock(options.mocktime), random = secureRandom, log = () => undefined }: NodeParts) {
    let end: (failure: Error | undefined) => void = () => undefined;
    this.ended = new Promise((resolve) => {
      end = resolve;
    });
    this.#end = end;
    const params = regtest;
    const curve = openCurve(options.curve);
    const state = createState({ datadir: options.datadir, log });
    const ownFiles = new OwnFiles(options.datadir, () =>
      [this.#cookieFile, options.confFile, ...wallets.files()].filter((file) => file !== undefined),
    );
    const base = { state, params, clock, curve, options, log };
    const scriptCache = createScriptCache();
    const extChain = createExtChain(state);
    const mints = createMintVerifier({ extChain, params });
    const chain = createChain({ ...base, scriptCache, mints });
    const mempool = createMempool({ ...base, chain, scriptCache });
    const miner = createMiner({
      chain,
      select: selectFrom({ chain, mempool, minFeeRate: options.blockMinFeeRate }),
      params,
      clock,
      log,
      blockMaxWeight: options.blockMaxWeight,
    });
    const debug = new DebugLog(log, options.debug);
    const network = createNetwork({ ...base, chain, mempool, random, trace: (text) => debug.write('net', text) });
    state.hold(mockTimeOf(clock), debug, miner);
    const shared = { ...base, chain, network };
    const sporks = new NetworkSporks(shared);
    const masternodes = new NodeMasternodes({ ...shared, sporks });
    const { governance, preparedProposals } = installGovernance({ ...shared, sporks, masternodes, onChange: () => this.#commitSoon() });
    const tpsTest = createTpsTest({ state, mempool, network, clock, log });
    const extClient = createExtClient({ state, chain: extChain, program: options.extClient, log, changed: () => this.#commitSoon() });
    const ending = this.#ending.signal;
    const work = new WorkTurns({ clock, state, ending });
    const notifications = createNotifications({ chain, mempool, options, log });
    const commands = createCommands({ chain, options, log, ending });
    const relay: NodeContext['network']['relay'] = (transaction) => network.relay(transaction);
    const wallets = createWallets({
      state,
      ownFiles,
      params,
      chain,
      mempool,
      clock,
      random,
      curve,
      options,
      log,
      relay,
      ending,
      notify: commands.walletChanged,
    });
    this.context = {
      options,
      params,
      curve,
      clock,
      random,
      log,
      debug,
      state,
      ownFiles,
      chain,
      mempool,
      miner,
      wallets,
      network,
      sporks,
      masternodes,
      governance,
      preparedProposals,
      tpsTest,
      extChain,
      extClient,
      mints,
      notifications,
      ending,
      startedAt: clock.seconds(),
      beginWork: () => work.begin(),
      shutdown: (reason) => {
        log(`Shutdown: ${reason}`);
        // The answer of the current call is sent first.
        setImmediate(() => {
          this.#stopped ??= this.#stop();
        });
      },
    };
    this.#dispatcher = new Dispatcher(this.context, handlers);
    mempool.on({
      added: ({ transaction: { txid } }) => debug.write('mempool', () => `added ${txid}`),
      removed: ({ txid }, reason) => debug.write('mempool', () => `removed ${txid} (${reason})`),
    });
    extChain.onReplaced(() => mempool.renewClaims());
    if (options.datadir !== undefined) {
      chain.on({ tipChanged: () => this.#commitSoon() });
      mempool.on({ added: () => this.#commitSoon(), removed: () => this.#commitSoon() });
      masternodes.on({ listChanged: () => this.#commitSoon() });
      sporks.onChange(() => this.#commitSoon());
    }
  }

  async start(): Promise<void> {
    const { options, params, mempool, log, notifications, network } = this.context;
    log(`coind ${version}, regtest, ${options.datadir === undefined ? 'in memory' : `in ${options.datadir}`}`);
    for (const note of options.notes) log(note);
    if (options.rpc.enabled) await this.#listen(); // calls are refused until the node is up
    const poolFile = keptPoolPath(options, params);
    // Before the wallets: these add their own transactions to the pool, which would then count as new.
    if (poolFile !== undefined) {
      const count = await inTurns(mempool.load(poolFile), this.#ending.signal);
      log(`Imported ${count} transactions of the memory pool`);
    }
    await this.#loadWallets();
    lockCollaterals(this.context);
    if (options.fixture === 'funded') makeFunded(this.context);
    await notifications.start();
    await network.start();
    this.#isUp = true;
    this.context.state.commit();
    log('Done loading');
    this.#deferredTimer = setTimeout(() => this.#runDeferredWork(), DEFERRED_WORK_DELAY_MS).unref();
  }

  async call<Id extends MethodId>(
    method: Id,
    params: CallArguments = [],
    { wallet }: { readonly wallet?: string } = {},
  ): Promise<Methods[Id]['result']> {
    const { method: name, given } = wireCall(methodSpecs.get(method) ?? { id: method }, params);
    return (await this.#answer(name, given, wallet)) as Methods[Id]['result'];
  }

  snapshot(): Snapshot {
    this.context.wallets.catchUp(); // else a restore would remove keys that are made later
    return this.context.state.snapshot();
  }

  restore(snapshot: Snapshot): void {
    this.context.state.restore(snapshot);
    this.#commit();
  }

  async restoreAlone(snapshot: Snapshot): Promise<void> {
    this.restore(snapshot);
    if (await this.#running.ended(MAX_RESTORE_WAIT_MS)) this.restore(snapshot);
  }

  async stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    await this.#stopped;
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Answers a call. Its changes are committed to disk before the answer is returned. */
  #answer(method: string, params: CallArguments, walletName: string | undefined): unknown {
    if (this.#stopped !== undefined) throw new RpcError(RpcCode.misc, 'The node has been stopped');
    if (!this.#isUp) throw new RpcError(RpcCode.inWarmup, 'Loading the memory pool and the wallets');
    const { state, debug } = this.context;
    debug.write('rpc', () => `method=${method}${walletName === undefined ? '' : ` wallet=${walletName}`}`);
    let result: unknown;
    try {
      try {
        result = this.#dispatcher.call(method, params, walletName);
      } finally {
        if (!(result instanceof Promise)) state.commit();
      }
    } catch (error) {
      throw this.#refusal(error);
    }
    if (!(result instanceof Promise)) return result;
    return this.#running
      .add(result, () => state.commit())
      .catch((error: unknown) => {
        throw this.#refusal(error);
      });
  }

  /** The error that a caller receives. A node whose storage fails is shut down. */
  #refusal(error: unknown): unknown {
    if (!(error instanceof StoreError)) return error;
    this.#fail(error);
    return new RpcError(RpcCode.database, error.message);
  }

  #fail(error: StoreError): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    this.context.shutdown(error.message);
  }

  async #listen(): Promise<void> {
    const { options, ending, log } = this.context;
    const call = (method: string, args: CallArguments, walletName: string | undefined): unknown => this.#answer(method, args, walletName);
    const { server, addresses, credentials, cookieFile } = await listenForCalls(options, { call, ending, log });
    this.#server = server;
    this.#cookieFile = cookieFile;
    this.credentials = credentials;
    this.address = addresses[0];
    for (const address of addresses) log(`RPC server listens on ${address}`);
  }

  async #loadWallets(): Promise<void> {
    const { options, wallets, log } = this.context;
    if (options.wallet.disabled) return;
    for (const name of options.wallet.load) {
      const { warning } = await wallets.load(name).catch((error: unknown) => {
        if (!(error instanceof WalletError) || error.reason !== 'wallet-not-found') throw error;
        wallets.awaitCreation(name);
        return { warning: '' };
      });
      if (warning !== '') log(`Wallet ${name}: ${warning}`);
    }
  }

  /** Does the work of the start that is not needed for the first calls. */
  #runDeferredWork(): void {
    const { wallets, log, curve } = this.context;
    log(`Signatures by ${curve.name === 'noble' ? 'noble (JavaScript)' : 'libsecp256k1 (native)'}`);
    try {
      wallets.catchUp();
    } catch (error) {
      if (error instanceof StoreError) return this.#fail(error);
      if (!(error instanceof DomainError)) throw error;
      log(`Wallet: ${error.message}`);
    }
    this.#commit();
  }

  /** Commits outside a call: a failure shuts the node down. */
  #commit(): void {
    try {
      this.context.state.commit();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#fail(error);
    }
  }

  #commitSoon(): void {
    if (this.#commitTimer !== undefined || this.#stopped !== undefined) return;
    this.#commitTimer = setTimeout(() => {
      this.#commitTimer = undefined;
      this.#commit();
    }, COMMIT_AFTER_MS);
  }

  /** Does every step of the shutdown, also after one has failed. Keeps the first failure. */
  async #stop(): Promise<void> {
    const { options, params, network, tpsTest, extClient, notifications, mempool, wallets, state, log } = this.context;
    this.#ending.abort();
    const attempt = async (action: () => unknown): Promise<void> => {
      try {
        await action();
      } catch (error) {
        // A storage error needs no stack trace: its message has the file and the remedy.
        log(`Shutdown: ${error instanceof Error && !(error instanceof StoreError) ? (error.stack ?? error.message) : reasonOf(error)}`);
        this.#failure ??= error instanceof Error ? error : new Error(String(error));
      }
    };
    await attempt(() => this.#server?.stop());
    await this.#running.ended(MAX_WORK_WAIT_MS);
    await attempt(() => tpsTest.stop());
    await attempt(() => extClient.close());
    await attempt(() => network.stop());
    await attempt(() => notifications.stop());
    clearTimeout(this.#commitTimer);
    clearTimeout(this.#deferredTimer);
    const poolFile = keptPoolPath(options, params);
    // A pool file that was not loaded yet must not be overwritten with an empty pool.
    if (poolFile !== undefined && this.#isUp && mempool.loaded) await attempt(() => mempool.dump(poolFile));
    if (this.#isUp) await attempt(() => wallets.close());
    if (this.#cookieFile !== undefined) removeCookie(this.#cookieFile);
    await attempt(() => state.close());
    log('Shutdown: done');
    this.#end(this.#failure);
  }
}
