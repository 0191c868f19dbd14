import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { ByteReader } from '../primitives/byte-reader.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import { DeserializationError } from '../primitives/deserialization-error.ts';
import { readTransaction } from '../primitives/transaction.ts';
import type { Transaction } from '../primitives/types.ts';

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

/** Writes the pool in the family's own layout (mempool.dat, version 1), as one file or not at all. Throws what the file system throws. */
export function writePoolFile(path: string, dump: PoolDump): void {
  const writer = new ByteWriter(1 << 16).u64le(VERSION).u64le(BigInt(dump.transactions.length));
  for (const { transaction, time, feeDeltaSat } of dump.transactions) writer.bytes(transaction.bytes).i64le(BigInt(time)).i64le(feeDeltaSat);
  writer.compactSize(dump.feeDeltas.size);
  for (const [txid, deltaSat] of dump.feeDeltas) writer.id(txid).i64le(deltaSat);
  writer.compactSize(0); // transactions that no peer has been told of: a list that this node does not keep
  const temporary = `${path}.new`;
  try {
    const file = openSync(temporary, 'w');
    try {
      const bytes = writer.finish();
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Reads such a file as far as it makes sense; undefined where there is none. Throws what the file system throws otherwise. */
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
    if (reader.u64le() !== VERSION) return { transactions, feeDeltas };
    for (let left = reader.u64le(); left > 0n; left -= 1n)
      transactions.push({ transaction: readTransaction(reader), time: Number(reader.i64le()), feeDeltaSat: reader.i64le() });
    for (let left = reader.compactSize(); left > 0; left -= 1) feeDeltas.set(reader.id(), reader.i64le());
  } catch (error) {
    if (!(error instanceof DeserializationError)) throw error;
  }
  return { transactions, feeDeltas };
}
