import type { ReportedTarget } from '../../engine/reported-target.ts';
import type { PreparedKind } from '../transactions/types.ts';
import type { Machine, NodeUsage } from '../results.ts';

/** How transactions are given to the senders: queued until a start time, or sent from a start time on. */
export type Via = 'tpstestadd' | 'sendrawtransaction';

/**
 * Where the times of arrivals come from. `tpstestinfo`: stamped by the receiver, in microseconds of its clock. `zmq`: the
 * receiver's notification, stamped here. `polling`: first seen in `getrawmempool`, stamped here.
 */
export type ArrivalSource = 'tpstestinfo' | 'zmq' | 'polling';

export type Role = 'sender' | 'receiver';

/** A node of the network, and what is known of its clock. */
export interface TpsNodeResult {
  /** `sender-1` */
  readonly name: string;
  readonly role: Role;
  /** `http://host:port` */
  readonly address: string;
  readonly subversion: string;
  /** Connections to other nodes before the first round. */
  readonly peers: number;
  /** Its clock is ahead of ours by something between the two, in microseconds (getnettotals). */
  readonly clockOffsetUs: { readonly low: number; readonly high: number };
  /** Of a receiver. */
  readonly arrivals?: ArrivalSource | undefined;
}

/** A mean over rounds, with a confidence interval of Student's t. */
export interface RoundsFigure {
  readonly mean: number;
  /** undefined for fewer than two rounds. */
  readonly interval?: { readonly low: number; readonly high: number; readonly confidence: number } | undefined;
  /** (maximum - minimum) / mean. */
  readonly spread: number;
}

/** How fast a sender took calls of `tpstestadd` with so many transactions each. */
export interface IngestionFigures {
  readonly batch: number;
  readonly calls: number;
  readonly transactions: number;
  /** Bodies of the calls. */
  readonly bytes: number;
  readonly durationMs: number;
  readonly transactionsPerS: number;
  readonly megabytesPerS: number;
  /** Of this process meanwhile, as a share of one core. */
  readonly generatorCpuShare: number;
}

/** When a sender sent, in microseconds after the start time. */
export interface ReleaseFigures {
  readonly sender: string;
  /** All was handed to the connections (`teststarttime`), or the last call was answered. */
  readonly completedUs?: number | undefined;
  /** The first call was sent (`sendrawtransaction`), or the first transaction of the queue, if the log of the sender says so. */
  readonly firstSentUs?: number | undefined;
  /** Its first transaction reached a receiver: the release was no later. */
  readonly firstArrivalUs?: number | undefined;
}

/** Durations in microseconds. */
export interface PropagationFigures {
  readonly count: number;
  readonly p50Us: number;
  readonly p95Us: number;
  readonly p99Us: number;
  readonly maxUs: number;
}

/** Arrivals at one receiver, or at all of them: a transaction has arrived everywhere when the last receiver has it. */
export interface ArrivalFigures {
  readonly transactions: number;
  readonly outputs: number;
  /** From the start time to the last arrival. */
  readonly spanUs: number;
  readonly transactionsPerS: number;
  readonly outputsPerS: number;
  /** Between the 1st and the 99th percentile of arrivals, which a few early or late ones do not change. */
  readonly inner: { readonly spanUs: number; readonly transactionsPerS: number; readonly outputsPerS: number };
  /** Most arrivals within any one second. */
  readonly peakTransactionsPerS: number;
  readonly peakOutputsPerS: number;
}

export interface LossFigures {
  readonly count: number;
  /** Of these, transactions that are in the receiver's pool, but of which it gave no time. */
  readonly unstamped: number;
  /** The first ones. */
  readonly examples: readonly { readonly txid: string; readonly sender: string }[];
  /** By the sender that had them. */
  readonly bySender: readonly { readonly sender: string; readonly count: number }[];
}

export interface ReceiverFigures {
  readonly receiver: string;
  readonly source: ArrivalSource;
  /** Half the mean distance between two polls, and the mean time of a poll: how late arrivals are seen. 0 for others. */
  readonly pollingErrorUs: number;
  readonly arrivals: ArrivalFigures;
  /** From the release: the start time (`tpstestadd`), or the moment the call was sent (`sendrawtransaction`). */
  readonly propagation: PropagationFigures;
  readonly lost: LossFigures;
  /** Arrivals that it reported more than once. */
  readonly duplicates: number;
  /** Arrivals that it reported of transactions that are not of this round. */
  readonly foreign: number;
  /** Times in microseconds after the start time at which 0, 1, 2 … 100 % of the arrivals had come. */
  readonly arrivalTimesUs: readonly number[];
  /** Durations in microseconds that 0, 1, 2 … 100 % of the propagation times do not exceed. */
  readonly propagationUs: readonly number[];
}

/** A transaction that a sender did not take. */
export interface RefusedTransaction {
  /** In the prepared file, from 0. */
  readonly index: number;
  readonly txid: string;
  readonly sender: string;
  /** The node's own words. */
  readonly reason: string;
}

/** This process from the start time to the last arrival: what it sends and stamps is no better than that. */
export interface GeneratorUse {
  /** Share of one core. */
  readonly cpuShare: number;
  /** How late it was to notice events (delay of the event loop). */
  readonly delayP99Us: number;
  readonly delayMaxUs: number;
}

export interface TpsRound {
  /** 1 for the first. */
  readonly round: number;
  /** Given to the senders. */
  readonly transactions: number;
  readonly outputs: number;
  readonly startTimeUs: number;
  /** Why its figures count in no mean; null where they do. */
  readonly uncounted: string | null;
  readonly ingestion: readonly IngestionFigures[];
  readonly release: readonly ReleaseFigures[];
  readonly receivers: readonly ReceiverFigures[];
  /** What every receiver got. */
  readonly everywhere: ArrivalFigures;
  /** The first ones; `refusedCount` of all. */
  readonly refused: readonly RefusedTransaction[];
  readonly refusedCount: number;
  /** Largest memory pool seen after the arrivals. */
  readonly pool: readonly { readonly node: string; readonly transactions: number; readonly bytes: number }[];
  /** Until all that was sent is in blocks. `unconfirmed`: received, and in none. */
  readonly confirmation: { readonly durationMs: number; readonly blocks: number; readonly unconfirmed: number };
  readonly nodes: readonly NodeUsage[];
  readonly generator: GeneratorUse;
}

/** What went wrong, by what it is. */
export type TpsFault =
  | {
      readonly kind: 'node-ended';
      readonly node: string;
      readonly round: number;
      readonly how: string;
      readonly lastLines: readonly string[];
    }
  | { readonly kind: 'node-failed'; readonly node: string; readonly round: number; readonly message: string }
  | { readonly kind: 'not-connected'; readonly node: string; readonly round: number; readonly message: string }
  | { readonly kind: 'refused'; readonly round: number; readonly count: number; readonly examples: readonly RefusedTransaction[] }
  | { readonly kind: 'lost'; readonly receiver: string; readonly round: number; readonly count: number; readonly message: string }
  | { readonly kind: 'unconfirmed'; readonly round: number; readonly count: number };

/** `results.json` of `pyx tps`. */
export interface TpsResults {
  readonly pyx: string;
  readonly kind: 'tps';
  readonly seed: number;
  /** ISO 8601 */
  readonly startedAt: string;
  readonly durationMs: number;
  /** False where fewer rounds were run than asked for. */
  readonly complete: boolean;
  /** Why it was not complete. */
  readonly stopped?: string | undefined;
  readonly target: ReportedTarget;
  readonly machine: Machine;
  readonly options: {
    readonly senders: number;
    readonly receivers: number;
    /** Of each round. */
    readonly transactions: number;
    /** Without the data output of an asset transfer. */
    readonly outputsPerTx: number;
    readonly batches: readonly number[];
    readonly startInMs: number;
    readonly rounds: number;
    /** Rounds before them that do not count. */
    readonly warmUpRounds: number;
    readonly kind: PreparedKind;
    readonly via: Via;
    readonly connections: number;
    readonly timeoutMs: number;
  };
  readonly prepared: { readonly file: string | null; readonly vsize: number; readonly curve: string; readonly reused: boolean };
  /** What the nodes were started with, besides their profile. */
  readonly startOptions: readonly string[];
  readonly nodes: readonly TpsNodeResult[];
  readonly rounds: readonly TpsRound[];
  /** Over the rounds that count; undefined where none does. */
  readonly totals?: TpsTotals | undefined;
  /** Two stamps of different nodes are off from each other by no more, in microseconds. 0 where all are made here. */
  readonly clockErrorUs: number;
  readonly faults: readonly TpsFault[];
  /** Why figures cannot be trusted. */
  readonly warnings: readonly string[];
  /** How the network was made, and what of it the figures depend on. */
  readonly notes: readonly string[];
}

/** How late senders began, in microseconds after the start time. */
export interface ReleaseError {
  /** `sent`: when each sent first. `arrival`: when its first transaction arrived, so that it was sent no later. */
  readonly by: 'sent' | 'arrival';
  readonly count: number;
  readonly p50Us: number;
  readonly p99Us: number;
  readonly maxUs: number;
}

export interface TpsTotals {
  readonly rounds: number;
  readonly transactionsPerS: RoundsFigure;
  readonly outputsPerS: RoundsFigure;
  readonly innerTransactionsPerS: RoundsFigure;
  readonly peakTransactionsPerS: RoundsFigure;
  readonly propagationP50Us: RoundsFigure;
  readonly propagationP99Us: RoundsFigure;
  /** Of each sender in each round: see `ReleaseError`. */
  readonly releaseError: ReleaseError;
  /** Transactions of all rounds. */
  readonly given: number;
  readonly received: number;
  readonly lost: number;
  readonly refused: number;
}
