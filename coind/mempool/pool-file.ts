import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ByteReader } from '../primitives/byte-reader.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import { DeserializationError } from '../primitives/deserialization-error.ts';
import { readTransaction } from '../primitives/transaction.ts';
import type { Transaction } from '../primitives/types.ts';
import { reasonOf, StoreError } from '../storage/store-error.ts';
import { removeUnfinished, replaceFile } from '../storage/whole-file.ts';

export interface DumpedTransaction {
  readonly transaction: Transaction;
  /** Epoch seconds at which it came. */
  readonly time: number;
  readonly feeDeltaSat: bigint;
}

/** A pool as it is kept between two runs. */
export interface PoolDump {
  /** Parents before children. */
  readonly transactions: readonly DumpedTransaction[];
  /** By txid, of transactions that are not there. */
  readonly feeDeltas: ReadonlyMap<string, bigint>;
}

const VERSION = 1n;
/**
 * What this node adds to the layout of the family, which reads no further than it has to: the SHA256 of all before it,
 * and in front its length, so that it cannot be taken for one more entry of the last list.
 */
const SEAL_LENGTH = 33;

const sealOf = (content: Buffer): Buffer => Buffer.concat([Buffer.from([SEAL_LENGTH - 1]), hash('sha256', content, 'buffer')]);

/** Writes the pool in the family's own layout (mempool.dat, version 1), as one file or not at all. Throws `StoreError`. */
export function writePoolFile(path: string, dump: PoolDump): void {
  const writer = new ByteWriter(1 << 16).u64le(VERSION).u64le(BigInt(dump.transactions.length));
  for (const { transaction, time, feeDeltaSat } of dump.transactions)
    writer.bytes(transaction.bytes).i64le(BigInt(time)).i64le(feeDeltaSat);
  writer.compactSize(dump.feeDeltas.size);
  for (const [txid, deltaSat] of dump.feeDeltas) writer.id(txid).i64le(deltaSat);
  writer.compactSize(0); // transactions that no peer has been told of: a list that this node does not keep
  const content = writer.finish();
  try {
    replaceFile(path, Buffer.concat([content, sealOf(content)]));
    removeUnfinished(path);
  } catch (error) {
    throw new StoreError(`The memory pool could not be written to ${path}: ${reasonOf(error)}.`);
  }
}

/**
 * Reads such a file; undefined where there is none. Those of other nodes of the family have no digest behind them. Throws
 * `StoreError` for a file that is not whole, and what the file system throws.
 */
export function readPoolFile(path: string): PoolDump | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const transactions: DumpedTransaction[] = [];
  const feeDeltas = new Map<string, bigint>();
  const reader = new ByteReader(bytes);
  try {
    if (reader.u64le() !== VERSION) throw new DeserializationError('not of version 1');
    for (let left = reader.u64le(); left > 0n; left -= 1n)
      transactions.push({ transaction: readTransaction(reader), time: Number(reader.i64le()), feeDeltaSat: reader.i64le() });
    for (let left = reader.compactSize(); left > 0; left -= 1) feeDeltas.set(reader.id(), reader.i64le());
    if (reader.remaining > 0) for (let left = reader.compactSize(); left > 0; left -= 1) reader.id(); // some releases have no such list
    if (reader.remaining === 0) return { transactions, feeDeltas };
    const seal = sealOf(reader.since(0));
    if (reader.remaining !== SEAL_LENGTH || !seal.equals(reader.bytes(SEAL_LENGTH)))
      throw new DeserializationError('its digest is another');
  } catch (error) {
    if (!(error instanceof DeserializationError)) throw error;
    throw new StoreError(
      `${path} is damaged, or of a version that is not known (${error.message}): move it away and start again; the memory pool is then empty.`,
    );
  }
  return { transactions, feeDeltas };
}
