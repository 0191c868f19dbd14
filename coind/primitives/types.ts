/**
 * Immutable values of the chain's serialised data. Hashes and ids are lower-case hex in display order (the reverse of the
 * wire order).
 */
export interface Outpoint {
  readonly txid: string;
  readonly vout: number;
}

export interface TxInput extends Outpoint {
  readonly scriptSig: Buffer;
  /** 0 to 0xffffffff. */
  readonly sequence: number;
  /** Empty without a witness. */
  readonly witness: readonly Buffer[];
}

export interface TxOutput {
  readonly valueSat: bigint;
  readonly scriptPubKey: Buffer;
}

/** The parts of a transaction. */
export interface TxParts {
  readonly version: number; // a signed 32-bit integer
  readonly inputs: readonly TxInput[];
  readonly outputs: readonly TxOutput[];
  readonly locktime: number; // an unsigned 32-bit integer
}

/** A transaction with derived values, which are computed when first needed. */
export interface Transaction extends TxParts {
  readonly txid: string;
  /** Hash with the witness; equals `txid` without a witness. */
  readonly wtxid: string;
  readonly hasWitness: boolean;
  readonly isCoinbase: boolean;
  /** Serialised with the witness. */
  readonly bytes: Buffer;
  /** Serialised without the witness. */
  readonly strippedBytes: Buffer;
  readonly size: number;
  readonly strippedSize: number;
  /** BIP 141. */
  readonly weight: number;
  /** weight / 4, rounded up. */
  readonly vsize: number;
}

export interface BlockHeaderParts {
  readonly version: number; // a signed 32-bit integer
  readonly previousHash: string;
  readonly merkleRoot: string;
  readonly time: number;
  readonly bits: number;
  readonly nonce: number;
}

export interface BlockHeader extends BlockHeaderParts {
  readonly hash: string;
  /** 80 bytes. */
  readonly bytes: Buffer;
}

export interface Block {
  readonly header: BlockHeader;
  readonly transactions: readonly Transaction[];
  readonly bytes: Buffer;
  readonly size: number;
  readonly strippedSize: number;
  readonly weight: number;
}
