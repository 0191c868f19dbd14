import { checkAssetTransaction } from '../../assets/asset-rules.ts';
import { AssetStore } from '../../assets/asset-store.ts';
import { regtest } from '../../regtest.ts';
import { isFinal } from '../../chain/tx-rules.ts';
import type { Chain, ChainEvents, Coin } from '../../chain/types.ts';
import type { BlockNode } from '../../chain/block-node.ts';
import type { Clock } from '../../clock.ts';
import { makeBlock, makeHeader } from '../../primitives/block.ts';
import { hash160 } from '../../primitives/hash.ts';
import { makeTransaction } from '../../primitives/transaction.ts';
import type { Block, Outpoint, Transaction, TxInput, TxOutput } from '../../primitives/types.ts';
import { STANDARD } from '../../script/flags.ts';
import { p2sh } from '../../script/standard.ts';
import { createState } from '../../state/state.ts';
import { createMempool, type MempoolDeps } from '../mempool.ts';
import { outpointKey } from '../../primitives/outpoint.ts';
import type { Mempool } from '../types.ts';
import { curve } from '../../crypto/testing/curve.ts';

/** Anyone can spend it, and it is standard: P2SH of OP_TRUE. */
export const OPEN_SCRIPT = p2sh(hash160(Buffer.from([0x51])));
const OPEN_SCRIPTSIG = Buffer.from([0x01, 0x51]);

export const poolOptions = {
  maxBytes: 300_000_000,
  expirySeconds: 336 * 60 * 60,
  minRelayFeeRate: 1_000n,
  incrementalFeeRate: 1_000n,
  ancestorCount: 25,
  ancestorVsize: 101_000,
  descendantCount: 25,
  descendantVsize: 101_000,
  persist: true,
  acceptNonStandard: false,
};

/** A clock that only the test advances. */
export function stoppedClock(start = 1_700_000_000): Clock & { now: number } {
  return {
    now: start,
    seconds() {
      return this.now;
    },
    milliseconds() {
      return this.now * 1000;
    },
    setMock(seconds) {
      this.now = seconds;
    },
    mocked: true,
    monotonic: () => 0,
    microseconds() {
      return this.now * 1_000_000;
    },
  };
}

/** A transaction from anyone-can-spend outputs (or `inputs`) to anyone-can-spend outputs. */
export function spend(
  inputs: readonly (Outpoint & Partial<TxInput>)[],
  outputs: readonly (bigint | TxOutput)[],
  parts: { readonly version?: number; readonly locktime?: number } = {},
): Transaction {
  return makeTransaction({
    version: 2,
    locktime: 0,
    ...parts,
    inputs: inputs.map((input) => ({ scriptSig: OPEN_SCRIPTSIG, sequence: 0xffffffff, witness: [], ...input })),
    outputs: outputs.map((output) => (typeof output === 'bigint' ? { valueSat: output, scriptPubKey: OPEN_SCRIPT } : output)),
  });
}

/** A chain without validation of blocks, sufficient for a mempool. */
export class ScriptedChain {
  readonly coins = new Map<string, Coin>();
  readonly nodes: BlockNode[] = [];
  readonly #blocks: { readonly block: Block; readonly spent: readonly [string, Coin][] }[] = [];
  readonly #listeners: Partial<ChainEvents>[] = [];
  #minted = 0;

  constructor(height: number, time: number) {
    for (let at = 0; at <= height; at += 1) this.#grow([], time);
  }

  get tip(): BlockNode {
    return this.nodes.at(-1)!;
  }

  get bestHeader(): BlockNode {
    return this.tip;
  }

  atHeight(height: number): BlockNode | undefined {
    return this.nodes[height];
  }

  coin(outpoint: Outpoint): Coin | undefined {
    return this.coins.get(outpointKey(outpoint));
  }

  isFinal = isFinal;

  /** No assets: its blocks do not change them. */
  readonly assets = new AssetStore(createState({}));

  checkAssets(transaction: Transaction, coins: readonly Coin[]): ReturnType<Chain['checkAssets']> {
    const mints = { verify: () => ({ reason: 'bad-mint-proof' }) };
    return checkAssetTransaction(transaction, coins, { height: this.tip.height + 1, place: 'pool', mints, assets: this.assets });
  }

  scriptFlagsAfter(): number {
    return STANDARD;
  }

  on(events: Partial<ChainEvents>): void {
    this.#listeners.push(events);
  }

  /** Adds a confirmed coin without a transaction. */
  fund(valueSat: bigint, coin: Partial<Coin> = {}): Outpoint {
    this.#minted += 1;
    const outpoint = { txid: this.#minted.toString(16).padStart(64, '0'), vout: 0 };
    this.coins.set(outpointKey(outpoint), { valueSat, scriptPubKey: OPEN_SCRIPT, height: 1, coinbase: false, ...coin });
    return outpoint;
  }

  /** Connects a block with a coinbase and these transactions. */
  mine(transactions: readonly Transaction[] = [], options: { readonly medianTime?: number; readonly quiet?: boolean } = {}): BlockNode {
    const block = this.#grow(transactions, options.medianTime ?? this.tip.medianTime);
    for (const listener of this.#listeners) listener.connected?.(block, this.tip);
    if (options.quiet !== true) this.#settle();
    return this.tip;
  }

  /** Disconnects blocks, and connects others in their place. */
  reorganise(depth: number, blocks: readonly (readonly Transaction[])[]): void {
    for (let left = depth; left > 0; left -= 1) {
      const { block, spent } = this.#blocks.pop()!;
      const node = this.nodes.pop()!;
      for (const { txid, outputs } of block.transactions)
        for (let vout = 0; vout < outputs.length; vout += 1) this.coins.delete(outpointKey({ txid, vout }));
      const made = new Set(block.transactions.map(({ txid }) => txid));
      for (const [key, coin] of spent) if (!made.has(key.slice(0, 64))) this.coins.set(key, coin);
      for (const listener of this.#listeners) listener.disconnected?.(block, node, false);
    }
    for (const transactions of blocks) this.mine(transactions, { quiet: true });
    this.#settle();
  }

  #settle(): void {
    for (const listener of this.#listeners) listener.tipChanged?.(this.tip);
  }

  #grow(transactions: readonly Transaction[], medianTime: number): Block {
    const height = this.nodes.length;
    this.#minted += 1;
    const coinbase = spend(
      [{ txid: '0'.repeat(64), vout: 0xffffffff, scriptSig: Buffer.from(`${height}.${this.#minted}`) }],
      [5_000_000_000n],
    );
    const header = makeHeader({
      version: 4,
      previousHash: this.nodes.at(-1)?.hash ?? '0'.repeat(64),
      merkleRoot: coinbase.txid,
      time: medianTime,
      bits: 0x207fffff,
      nonce: this.#minted,
    });
    const block = makeBlock(header, [coinbase, ...transactions]);
    const spent: [string, Coin][] = [];
    for (const transaction of block.transactions) {
      for (const input of transaction.inputs) {
        const key = outpointKey(input);
        const coin = this.coins.get(key);
        if (coin !== undefined) spent.push([key, coin]);
        this.coins.delete(key);
      }
      for (const [vout, output] of transaction.outputs.entries())
        this.coins.set(outpointKey({ txid: transaction.txid, vout }), { ...output, height, coinbase: transaction.isCoinbase });
    }
    this.#blocks.push({ block, spent });
    this.nodes.push({
      hash: header.hash,
      header,
      height,
      medianTime,
      chainWork: BigInt(height),
      validity: 'valid',
      txCount: block.transactions.length,
      chainTxCount: 0,
      size: block.size,
      hasData: true,
      hasUndo: true,
      sequence: height,
    });
    return block;
  }
}

/** A mempool on a chain of 150 blocks. */
export function makePool(overrides: { readonly mempool?: Partial<MempoolDeps['options']['mempool']>; readonly datadir?: string } = {}) {
  const clock = stoppedClock();
  const chain = new ScriptedChain(150, clock.now - 600);
  const state = createState({});
  const mempool: Mempool = createMempool({
    state,
    chain: chain as unknown as Chain,
    params: regtest,
    clock,
    options: { mempool: { ...poolOptions, ...overrides.mempool }, datadir: overrides.datadir },
    log: () => {},
    curve,
  });
  return { clock, chain, state, mempool };
}

/** The reason of a refusal; undefined if accepted. */
export function refusal(mempool: Mempool, transaction: Transaction): string | undefined {
  const outcome = mempool.accept(transaction);
  return outcome.ok ? undefined : outcome.reason;
}
