import type { Block, BlockHeader, Outpoint, Transaction, TxOutput } from '../primitives/types.ts';
import type { VersionBits } from './versionbits.ts';

/** How far a block has been checked. */
export type BlockValidity =
  | 'header' // only its header is known, and valid
  | 'stored' // the block is there, and valid by itself; its scripts were never run
  | 'valid' // connected at least once
  | 'failed' // invalid
  | 'failed-parent'; // built on an invalid one

/** A block that is known, with or without its transactions. Replaced, never changed. */
export interface BlockNode {
  readonly hash: string;
  readonly header: BlockHeader;
  readonly height: number;
  /** Work of the chain up to and with it. */
  readonly chainWork: bigint;
  /** Median of the times of this block and the ten before it, BIP 113. */
  readonly medianTime: number;
  readonly validity: BlockValidity;
  /** Transactions in it; 0 while only its header is known. */
  readonly txCount: number;
  /** Transactions of the chain up to and with it; 0 while one of its ancestors is missing. */
  readonly chainTxCount: number;
  /** Serialised size in bytes; 0 while only its header is known. */
  readonly size: number;
  readonly hasData: boolean; // false too once pruned
  readonly hasUndo: boolean;
  /** Order of arrival: among equals of work the first wins, unless `preciousblock` says otherwise. */
  readonly sequence: number;
}

/** An unspent output. */
export interface Coin extends TxOutput {
  readonly height: number;
  readonly coinbase: boolean;
}

/** What the outputs spent by a block were, by transaction (but the coinbase) and input. */
export type BlockUndo = readonly (readonly Coin[])[];

/** Why a block or transaction is not accepted: `reason` as nodes of this family word it (`bad-txns-inputs-missingorspent`). */
export interface Rejection {
  readonly reason: string;
  readonly detail?: string;
}

export type Acceptance = { readonly ok: true } | ({ readonly ok: false } & Rejection);

/** What a block did to the chain. */
export interface ChainEvents {
  /** After the block was connected. */
  connected(block: Block, node: BlockNode): void;
  /** After the block was disconnected; `transactions` (without the coinbase) are free again. */
  disconnected(block: Block, node: BlockNode): void;
  /** Once after one or many blocks: the tip is another. */
  tipChanged(tip: BlockNode): void;
}

/** The block chain: what is known, which part of it is active, and what is unspent there. All of it is synchronous. */
export interface Chain {
  readonly genesis: BlockNode;
  readonly tip: BlockNode;
  /** The known header with the most work. */
  readonly bestHeader: BlockNode;
  /** Of the active chain. */
  atHeight(height: number): BlockNode | undefined;
  node(hash: string): BlockNode | undefined;
  nodes(): IterableIterator<BlockNode>;
  isActive(node: BlockNode): boolean;
  /** Last common block of the node's chain and the active chain. */
  forkPoint(node: BlockNode): BlockNode;
  /** Undefined where it was pruned or never came. */
  block(hash: string): Block | undefined;
  undo(hash: string): BlockUndo | undefined;
  /** Unspent in the active chain. */
  coin(outpoint: Outpoint): Coin | undefined;
  coins(): IterableIterator<[Outpoint, Coin]>;
  readonly coinCount: number;
  /** With -txindex: the block of a transaction of the active chain. */
  blockOf(txid: string): string | undefined;
  /** Looks at a header, keeps it if it is valid, and moves nothing. */
  acceptHeader(header: BlockHeader): Acceptance;
  /**
   * Checks and stores a block, and makes the chain with the most work the active one. A good block that is known is
   * accepted again. `assembled`: the caller has just worked out its merkle root and witness commitment.
   */
  acceptBlock(block: Block, options?: { readonly assembled?: boolean }): Acceptance;
  /** These three throw `RangeError` for an unknown block; genesis cannot be declared invalid. */
  invalidate(hash: string): void;
  reconsider(hash: string): void;
  precious(hash: string): void;
  /** `-1` where nothing was; otherwise the height of the last block that was removed. */
  prune(height: number): number;
  readonly prunedBelow: number; // height of the first block that is there
  /** Bytes of the blocks that are there. */
  readonly sizeOnDisk: number;
  /** Whether a block at the tip with these transactions would be valid (proof of work and merkle root aside). */
  testBlock(block: Block): Acceptance;
  /** Checks stored blocks as `verifychain` does, one at each step. What it returns holds where the tip stayed the same meanwhile. */
  verify(level: number, blocks: number): Generator<void, boolean>;
  on(events: Partial<ChainEvents>): void;
  /** Softfork deployments and what miners signal for them. */
  readonly versionBits: VersionBits;
  /** Subsidy of a block at this height, in satoshis. */
  subsidy(height: number): bigint;
  /** Script flags that hold for a block on top of this one. */
  scriptFlagsAfter(parent: BlockNode): number;
  /** Locktime is judged by this (BIP 113): the median time of the tip. */
  isFinal(transaction: Transaction, height: number, medianTime: number): boolean;
}
