import type { BlockHeader } from '../primitives/types.ts';

/** How far a block has been checked. */
export type BlockValidity =
  | 'header' // only its header is known, which is valid
  | 'stored' // valid without context; its scripts have not been run
  | 'valid' // connected at least once
  | 'failed' // invalid
  | 'failed-parent'; // built on an invalid one

/** A known block, with or without its transactions. Immutable. */
export interface BlockNode {
  readonly hash: string;
  readonly header: BlockHeader;
  readonly height: number;
  /** Work of the chain up to and including it. */
  readonly chainWork: bigint;
  /** Median time of this block and the ten before it, BIP 113. */
  readonly medianTime: number;
  readonly validity: BlockValidity;
  /** Number of its transactions; 0 while only its header is known. */
  readonly txCount: number;
  /** Number of transactions of the chain up to and including it; 0 while an ancestor is missing. */
  readonly chainTxCount: number;
  /** Serialised size in bytes; 0 while only its header is known. */
  readonly size: number;
  readonly hasData: boolean; // false too once pruned
  readonly hasUndo: boolean;
  /** Order of arrival: with equal work the first wins, unless `preciousblock` changes this. */
  readonly sequence: number;
}
