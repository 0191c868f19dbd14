import type { AssetAmount, AssetEffect, AssetReaders } from '../assets/types.ts';
import type { Block, BlockHeader, Outpoint, Transaction, TxOutput } from '../primitives/types.ts';
import type { Rejection } from '../primitives/rejection.ts';
import type { BlockNode } from './block-node.ts';
import type { VersionBits } from './versionbits.ts';

export type { Rejection };

/** An unspent output. */
export interface Coin extends TxOutput {
  readonly height: number;
  readonly coinbase: boolean;
  /** What it carries of an asset beside its value; such a coin is spent only by transactions of that asset. */
  readonly asset?: AssetAmount;
}

/** The coins spent by a block, by transaction (without the coinbase) and input. */
export type BlockUndo = readonly (readonly Coin[])[];

export type Acceptance = { readonly ok: true } | ({ readonly ok: false } & Rejection);

/** An output of a coinbase that another part of the node requires. */
export interface CoinbasePayment {
  readonly output: TxOutput;
  /** `reward`: a share of subsidy and fees. `budget`: paid beyond them. */
  readonly from: 'reward' | 'budget';
}

/** Block of which the coinbase is made or checked. */
export interface RewardContext {
  readonly height: number;
  /** Subsidy and fees, satoshis. */
  readonly rewardSat: bigint;
}

/** Rules for the coinbase, by a part of the node above the chain. Its own state follows the chain by `ChainEvents`. */
export interface CoinbaseRules {
  /** What a miner pays in the next block, beside himself. */
  payments(context: RewardContext): readonly CoinbasePayment[];
  /** How much the coinbase may claim beyond subsidy and fees, satoshis. */
  budgetSat(height: number): bigint;
  /** Checks the coinbase of a block on the tip; undefined if it pays what it must. */
  check(coinbase: Transaction, context: RewardContext): Rejection | undefined;
}

/** Notifications of changes to the active chain. */
export interface ChainEvents {
  /** After the block was connected. */
  connected(block: Block, node: BlockNode): void;
  /**
   * After the block was disconnected; its transactions (without the coinbase) are unconfirmed again.
   * @param alone in a step of its own, as blocks that are declared invalid; otherwise with all blocks above a fork
   */
  disconnected(block: Block, node: BlockNode, alone: boolean): void;
  /** After the tip changed: once for any number of blocks. */
  tipChanged(tip: BlockNode): void;
}

/** The block chain: known blocks, the active chain, and its unspent outputs. All methods are synchronous. */
export interface Chain {
  readonly genesis: BlockNode;
  readonly tip: BlockNode;
  /** The known header with the most work. */
  readonly bestHeader: BlockNode;
  /** A block of the active chain. */
  atHeight(height: number): BlockNode | undefined;
  node(hash: string): BlockNode | undefined;
  nodes(): IterableIterator<BlockNode>;
  isActive(node: BlockNode): boolean;
  /** Last common block of the node's chain and the active chain. */
  forkPoint(node: BlockNode): BlockNode;
  /** Undefined if it was pruned or never received. */
  block(hash: string): Block | undefined;
  undo(hash: string): BlockUndo | undefined;
  /** The unspent output at an outpoint in the active chain. */
  coin(outpoint: Outpoint): Coin | undefined;
  coins(): IterableIterator<[Outpoint, Coin]>;
  readonly coinCount: number;
  /** The assets at the tip. */
  readonly assets: AssetReaders;
  /** Applies the rules of assets to a transaction for the next block; returns what it would change if it is valid. */
  checkAssets(transaction: Transaction, coins: readonly Coin[]): AssetEffect | Rejection;
  /** With -txindex: the block of a transaction of the active chain. */
  blockOf(txid: string): string | undefined;
  /** Checks a header, and stores it if valid. The active chain does not change. */
  acceptHeader(header: BlockHeader): Acceptance;
  /**
   * Checks and stores a block, and activates the chain with the most work. A known valid block is accepted again.
   * `assembled`: the caller has just computed its merkle root and witness commitment.
   */
  acceptBlock(block: Block, options?: { readonly assembled?: boolean }): Acceptance;
  /** These three throw `RangeError` for an unknown block; genesis cannot be declared invalid. */
  invalidate(hash: string): void;
  reconsider(hash: string): void;
  precious(hash: string): void;
  /** Height of the last removed block; -1 if none was removed. */
  prune(height: number): number;
  readonly prunedBelow: number; // height of the first stored block
  /** Total size of the stored blocks, bytes. */
  readonly sizeOnDisk: number;
  /** Whether this block would be valid at the tip, apart from its proof of work. */
  testBlock(block: Block): Acceptance;
  /** Checks stored blocks as `verifychain` does, one a step. The result is valid only if the tip did not change meanwhile. */
  verify(level: number, blocks: number): Generator<void, boolean>;
  on(events: Partial<ChainEvents>): void;
  /** Applies these rules to every block from now on, also to those that are only tested or verified. */
  addCoinbaseRules(rules: CoinbaseRules): void;
  /** All that the coinbase of the next block must pay, by the rules that were added. */
  coinbasePayments(context: RewardContext): readonly CoinbasePayment[];
  /** Softfork deployments and their signals. */
  readonly versionBits: VersionBits;
  /** Subsidy of a block at this height, in satoshis. */
  subsidy(height: number): bigint;
  /** Script flags for a block on top of this one. */
  scriptFlagsAfter(parent: BlockNode): number;
  /** The median time of the tip, against which locktimes are compared (BIP 113). */
  isFinal(transaction: Transaction, height: number, medianTime: number): boolean;
}
