import type { ConfirmedFanOut } from './fan-out.ts';
import type { Plan } from './plan.ts';
import type { CurveName } from './types.ts';

/** Approximate size of the lines of one job, which bounds the memory of the threads. */
const JOB_BYTES = 512 * 1024;

/** What a signing thread needs for all jobs. */
export interface SigningSetup {
  readonly seed: number;
  readonly curve: CurveName;
  readonly outputsPerTx: number;
  readonly outputSat: bigint;
  readonly coinSat: bigint;
  /** The asset of which transfers are signed; payments of coin without one. */
  readonly assetGuid?: number | undefined;
}

/** `workerData` of a signing thread. */
export interface SigningThreadData {
  readonly setup: SigningSetup;
  /** `ThreadFlags.shared` */
  readonly flags: Int32Array;
}

/** Message that ends a signing thread. */
export const END = 'end';

/** Transactions that spend neighbouring outputs of one fan-out. */
export interface SigningJob {
  /** Txid of the fan-out, in the order of the hash function. */
  readonly txid: Uint8Array;
  readonly firstVout: number;
  /** Index of the first transaction. */
  readonly first: number;
  readonly count: number;
}

/** All transactions in their order; each job is of one fan-out, whose jobs are of about the same size. */
export function* signingJobs({ vsize }: Pick<Plan, 'vsize'>, confirmed: readonly ConfirmedFanOut[]): Generator<SigningJob> {
  const maxPerJob = Math.max(1, Math.floor(JOB_BYTES / (vsize * 2)));
  for (const { txid, first, coins } of confirmed) {
    const perJob = Math.ceil(coins / Math.ceil(coins / maxPerJob));
    for (let vout = 0; vout < coins; vout += perJob)
      yield { txid, firstVout: vout, first: first + vout, count: Math.min(perJob, coins - vout) };
  }
}
