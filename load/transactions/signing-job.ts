/** What a signing thread is told when it starts. */
export interface SigningSetup {
  readonly seed: number;
  readonly outputsPerTx: number;
  readonly outputSat: bigint;
  readonly coinSat: bigint;
}

/** Transactions that spend neighbouring outputs of one fan-out. */
export interface SigningJob {
  /** Txid of the fan-out, in the order of the hash function. */
  readonly txid: Uint8Array;
  readonly firstVout: number;
  /** Index of the first transaction. */
  readonly first: number;
  readonly count: number;
}
