import { existsSync } from 'node:fs';
import type { Client } from '../../client/types.ts';
import { openPrepared } from '../transactions/open-prepared.ts';
import { prepareTransactions } from '../transactions/prepare-transactions.ts';
import type { PreparedFile, PreparedKind, PrepareProgress } from '../transactions/types.ts';
import { TpsError } from './errors.ts';

export interface PreparedFileOptions {
  readonly file: string;
  readonly kind: PreparedKind;
  /** Of all rounds. */
  readonly count: number;
  /** undefined: 1, or as the file has it. */
  readonly outputsPerTx: number | undefined;
  /** Its chain is the one that the transactions are for. */
  readonly funder: Client;
  readonly seed: number;
  readonly jobs: number | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: PrepareProgress) => void;
}

/**
 * The transactions of a test: from the file where it exists, else prepared and written to it. Throws `PreparedFileError`,
 * `PrepareError`, `NodeCallError`, and `TpsError` where the file has too few or others than were asked for.
 */
export async function preparedFor(options: PreparedFileOptions): Promise<{ readonly prepared: PreparedFile; readonly reused: boolean }> {
  const { file, kind, count, outputsPerTx } = options;
  const reused = existsSync(file);
  if (!reused) await prepareTransactions({ ...options, outputsPerTx: outputsPerTx ?? 1, out: file });
  const prepared = await openPrepared(file);
  const { header } = prepared;
  if (header.kind !== kind)
    throw new TpsError(`the transactions of ${file} are of the kind ${header.kind}, and --kind is ${kind}`, {
      remedy: `use --kind ${header.kind}, or name a new file`,
    });
  if (header.transactions < count)
    throw new TpsError(`${file} holds ${header.transactions} transactions, and all rounds together need ${count}`, {
      remedy: 'use fewer --transactions or --rounds, or name a new file',
    });
  if (outputsPerTx !== undefined && header.outputsPerTx !== outputsPerTx)
    throw new TpsError(`the transactions of ${file} have ${header.outputsPerTx} outputs each, and --outputs-per-tx is ${outputsPerTx}`, {
      remedy: 'leave --outputs-per-tx out, or name a new file',
    });
  return { prepared, reused };
}
