import type { Client } from '../../client/types.ts';

/** By which library transactions are signed: the native one, or JavaScript alone where it has no binary for the machine. */
export type CurveName = 'secp256k1' | 'noble';

/** A block by which two chains can be told apart. */
export interface BlockPlace {
  readonly height: number;
  readonly hash: string;
}

/** The first line of a prepared file. */
export interface PreparedHeader {
  readonly format: 1;
  /** `coin`: payments of the chain's own coin. */
  readonly kind: 'coin';
  /** As the node names it, such as `regtest`. */
  readonly chain: string;
  /** Hash of block 0. */
  readonly genesis: string;
  /** Human-readable part of the chain's bech32 addresses. */
  readonly hrp: string;
  readonly seed: number;
  readonly transactions: number;
  readonly outputsPerTx: number;
  /** Value of each output. */
  readonly outputSat: number;
  /** Fee of each transaction. */
  readonly feeSat: number;
  /** Virtual size of a transaction with the longest signature: at most one byte more than any has. */
  readonly vsize: number;
  readonly curve: CurveName;
  /** How many blocks the file holds, from height 1 to the tip; 0 where the transactions stand on a chain that was not fresh. */
  readonly blocks: number;
  /** The block that confirms the last coins that are spent: the transactions are valid on any chain that has it. */
  readonly tip: BlockPlace;
}

export interface PreparedBlock extends BlockPlace {
  /** The block in hex, as `submitblock` takes it. */
  readonly hex: string;
}

/**
 * A prepared file, opened. It is never held whole in memory: each loop over blocks or transactions reads it anew from its
 * beginning, and throws `PreparedFileError` where the file is damaged or cut off.
 */
export interface PreparedFile {
  readonly header: PreparedHeader;
  /** In the order of their heights. */
  blocks(): AsyncIterable<PreparedBlock>;
  /**
   * The signed transactions in hex, in the order of the file. Each spends one confirmed coin of its own, so any part of
   * them can be sent, in any order, and parts in different rounds. To share them out over rounds and senders, read them by
   * one loop and let it wait between parts: nothing but the part itself is in memory.
   */
  transactions(): AsyncIterable<string>;
}

export type PrepareStep =
  | 'coins' // blocks are mined whose coins are to be spent; counted in blocks
  | 'fan-out' // the coins are split into one for each transaction; counted in coins
  | 'blocks' // the blocks are written to the file; counted in blocks
  | 'signing'; // the transactions are signed and written; counted in transactions

export interface PrepareProgress {
  readonly step: PrepareStep;
  readonly done: number;
  readonly total: number;
  readonly curve: CurveName;
}

export interface PrepareOptions {
  /**
   * The node whose chain the transactions are valid on. On a fresh chain (no block but the first) coins are mined, and all
   * blocks go into the file, to be given to other fresh nodes. Otherwise a loaded wallet of the node pays if one has enough,
   * else coins are mined; the file then holds no blocks.
   */
  readonly funder: Client;
  /** Number of transactions. */
  readonly count: number;
  /** Outputs of each transaction: 1 to 250. */
  readonly outputsPerTx: number;
  /** What keys and coins are derived from: on a fresh chain the same seed gives the same transactions. */
  readonly seed: number;
  /** Satoshis for each virtual byte. Default: twice the least that the node relays. */
  readonly feeRateSatPerVb?: number | undefined;
  /** Default: the native library where it has a binary for this machine. */
  readonly curve?: CurveName | undefined;
  /** Threads that sign. Default: one for each core. */
  readonly jobs?: number | undefined;
  /** Path of the file to write; compressed with gzip where it ends with `.gz`. */
  readonly out: string;
  readonly onProgress?: ((progress: PrepareProgress) => void) | undefined;
  /** Ends the preparation; no file is left then. */
  readonly signal?: AbortSignal | undefined;
}

export interface GiveProgress {
  /** Blocks that all nodes have been given. */
  readonly done: number;
  readonly total: number;
}

export interface GiveOptions {
  readonly onProgress?: ((progress: GiveProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}
