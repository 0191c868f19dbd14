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
  /** Time of arrival, epoch seconds. */
  readonly time: number;
  readonly feeDeltaSat: bigint;
}

/** Contents of mempool.dat. */
export interface PoolDump {
  /** Parents before children. */
  readonly transactions: readonly DumpedTransaction[];
  /** By txid, for transactions that are not in the mempool. */
  readonly feeDeltas: ReadonlyMap<string, bigint>;
}

const VERSION = 1n;
/**
 * coind's addition after the family's layout, ignored by other nodes: the length of a digest, and the SHA256 of all bytes
 * before it. With the length in front it cannot be read as another entry of the last list.
 */
const SEAL_LENGTH = 33;

const sealOf = (content: Buffer): Buffer => Buffer.concat([Buffer.from([SEAL_LENGTH - 1]), hash('sha256', content, 'buffer')]);

/** Writes the mempool atomically, in the family's layout (mempool.dat, version 1). Throws `StoreError`. */
export function writePoolFile(path: string, dump: PoolDump): void {
  const writer = new ByteWriter(1 << 16).u64le(VERSION).u64le(BigInt(dump.transactions.length));
  for (const { transaction, time, feeDeltaSat } of dump.transactions)
    writer.bytes(transaction.bytes).i64le(BigInt(time)).i64le(feeDeltaSat);
  writer.compactSize(dump.feeDeltas.size);
  for (const [txid, deltaSat] of dump.feeDeltas) writer.id(txid).i64le(deltaSat);
  writer.compactSize(0); // unbroadcast transactions: a list that this node does not have
  const content = writer.finish();
  try {
    replaceFile(path, Buffer.concat([content, sealOf(content)]));
    removeUnfinished(path);
  } catch (error) {
    throw new StoreError(`The memory pool could not be written to ${path}: ${reasonOf(error)}.`);
  }
}

/**
 * Reads mempool.dat; undefined if it does not exist. Files of other nodes of the family have no digest. Throws
 * `StoreError` for a damaged file, and errors of the file system.
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
    if (reader.remaining !== SEAL_LENGTH || !seal.equals(reader.bytes(SEAL_LENGTH))) throw new DeserializationError('its digest is wrong');
  } catch (error) {
    if (!(error instanceof DeserializationError)) throw error;
    throw new StoreError(
      `${path} is damaged or has an unknown version (${error.message}): move it away and start again; the memory pool is then empty.`,
    );
  }
  return { transactions, feeDeltas };
}
