import type { Client } from '../../client/types.ts';

/** The library that signs: the native one, or pure JavaScript. */
export type CurveName = 'secp256k1' | 'noble';

/** A block and its height. */
export interface BlockPlace {
  readonly height: number;
  readonly hash: string;
}

/** What transactions move: the chain's own coin, or an asset that was created for them. */
export type PreparedKind = 'coin' | 'asset';

/** The first line of a prepared file. */
export interface PreparedHeader {
  readonly format: 1;
  readonly kind: PreparedKind;
  /** As the node names it, such as `regtest`. */
  readonly chain: string;
  /** Hash of block 0. */
  readonly genesis: string;
  /** Human-readable part of the chain's bech32 addresses. */
  readonly hrp: string;
  readonly seed: number;
  readonly transactions: number;
  readonly outputsPerTx: number;
  /** Coin value of each output. */
  readonly outputSat: number;
  /** Fee of each transaction. */
  readonly feeSat: number;
  /** Virtual size of each transaction; it is one byte less for some, whose signature is shorter. */
  readonly vsize: number;
  readonly curve: CurveName;
  /** Number of blocks in the file, from height 1 to the tip; 0 if the chain was not fresh. */
  readonly blocks: number;
  /** The block that confirms the last of the coins. The transactions are valid on a chain that contains it. */
  readonly tip: BlockPlace;
}

export interface PreparedBlock extends BlockPlace {
  /** The serialized block, as `submitblock` expects it. */
  readonly hex: string;
}

/**
 * An open prepared file. It is streamed: each loop over blocks or transactions reads the file again from its beginning, and
 * throws `PreparedFileError` if the file is damaged or cut off.
 */
export interface PreparedFile {
  readonly header: PreparedHeader;
  /** In the order of their heights. */
  blocks(): AsyncIterable<PreparedBlock>;
  /**
   * The signed transactions in hex, in the order of the file. Each spends a confirmed coin of its own, so they can be sent in
   * any order, and any part of them in any round. To split them over rounds and senders, read them by one iterator, as many
   * at a time as a round or a batch needs: only these are in memory.
   */
  transactions(): AsyncIterable<string>;
}

export type PrepareStep =
  | 'coins' // blocks are mined whose coins are to be spent; counted in blocks
  | 'asset' // the asset is created and issued; counted in transactions
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
   * The node on whose chain the coins are made. On a fresh chain (only the first block) coins are mined, and the file contains
   * all blocks, for other fresh nodes. Otherwise a loaded wallet of the node pays if one has enough coins, else coins are
   * mined; the file then contains no blocks.
   */
  readonly funder: Client;
  /** Number of transactions. */
  readonly count: number;
  /** Outputs of each transaction: 1 to 250. */
  readonly outputsPerTx: number;
  /**
   * Default: coin. For transfers of an asset, a loaded wallet of the funder is paid the cost of the asset, creates it and
   * issues all of it.
   */
  readonly kind?: PreparedKind | undefined;
  /** Keys are derived from it: on a fresh chain the same seed results in the same transactions, except of an asset. */
  readonly seed: number;
  /** Satoshis per virtual byte. Default: twice the minimum relay feerate of the node, and at least 1. */
  readonly feeRateSatPerVb?: number | undefined;
  /** Default: secp256k1 if it has a binary for this machine, else noble, which is a tenth as fast. */
  readonly curve?: CurveName | undefined;
  /** Threads that sign. Default: one for each core. */
  readonly jobs?: number | undefined;
  /** Path of the file to write; compressed with gzip if it ends with `.gz`. */
  readonly out: string;
  readonly onProgress?: ((progress: PrepareProgress) => void) | undefined;
  /** Aborts the preparation, and leaves no file. */
  readonly signal?: AbortSignal | undefined;
}

export interface GiveProgress {
  /** Blocks that all nodes have. */
  readonly done: number;
  readonly total: number;
}

export interface GiveOptions {
  readonly onProgress?: ((progress: GiveProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}
