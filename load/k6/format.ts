// What Pyx hands to its k6 script, and what that gives back. No types of Node here: the script reads this too.

/** `calls.json`: every call of the load, encoded. */
export interface K6Call {
  readonly method: string;
  /** `/`, or `/wallet/<name>` in percent-encoding. */
  readonly path: string;
  readonly body: string;
}

/** Calls of one entry of the mix, within `calls.json`. */
export interface K6Entry {
  readonly first: number;
  readonly count: number;
  /** Each call is sent once; the load ends when they have run out. */
  readonly once: boolean;
}

/** `load.json` */
export interface K6Load {
  readonly format: 1;
  readonly scenario: string;
  /** `http://host:port`, unless `PYX_ADDRESS` is set. Credentials come from `PYX_RPC_USER` and `PYX_RPC_PASSWORD` alone. */
  readonly address: string;
  readonly methods: readonly string[];
  readonly entries: readonly K6Entry[];
  /** Entries of the calls in their order, from the first again after the last: as many of each as its weight asks for. */
  readonly order: readonly number[];
  /** Calls per second. */
  readonly model:
    | { readonly type: 'closed' }
    | {
        readonly type: 'open';
        readonly startRatePerS: number;
        readonly stages: readonly { readonly durationMs: number; readonly ratePerS: number }[];
      };
  readonly connections: number;
  readonly keepAlive: boolean;
  readonly maxInFlight: number;
  readonly durationMs: number;
  readonly warmUpMs: number;
  readonly timeoutMs: number;
  /** What the results of pods begin with, which their summaries hand on as it is: see `K6PodSummary`. */
  readonly conditions?: object | undefined;
}

/** How a call ended: the classes of Pyx's own generator. */
export const K6_CLASSES = ['result', 'rpc-error', 'work-queue', 'http', 'timeout', 'connection', 'malformed'] as const;
export type K6Class = (typeof K6_CLASSES)[number];

/** The percentiles of a trend, in ascending order: the closer to 100, the closer to each other, as few calls lie between them there. */
export const K6_PERCENTS: readonly number[] = [
  ...Array.from({ length: 180 }, (_, index) => index / 2),
  ...Array.from({ length: 99 }, (_, index) => (900 + index) / 10),
  ...Array.from({ length: 10 }, (_, index) => (9_990 + index) / 100),
  100,
];

/** Milliseconds, as k6 computes them from its samples. */
export interface K6Trend {
  readonly count: number;
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
  /** Those of `K6_PERCENTS`: what the trends of several processes are merged by. */
  readonly percentiles: readonly number[];
}

/** What the script writes when the load is over. */
export interface K6Summary {
  readonly format: 2;
  /** Until k6 ended the load, without the warm-up. */
  readonly lastedMs: number;
  /** It ended as no calls were left that are sent once. */
  readonly ranOut: boolean;
  /** Iterations that an exception of the script has ended, which ends the load. */
  readonly exceptions: number;
  /** Calls that were due and not sent, as every virtual user was busy. */
  readonly dropped: number;
  /** Results that came within the duration. */
  readonly resultsInTime: number;
  readonly ended: { readonly [kind in K6Class]: number };
  readonly latency: K6Trend;
  readonly methods: readonly {
    readonly method: string;
    readonly ended: { readonly [kind in K6Class]: number };
    readonly resultsInTime: number;
    readonly latency: K6Trend;
  }[];
}

/** A pod writes its summary to its log, in a line with this text before it. */
export const POD_SUMMARY_MARK = 'pyx summary: ';

/** The summary of a pod. */
export interface K6PodSummary extends K6Summary {
  /** The part of the results that is no measurement. */
  readonly conditions: object;
  /** ISO 8601. */
  readonly startedAt: string;
  /** The part of the load that the pod made, as `--execution-segment` names it, such as `1/2:1`. */
  readonly segment: string;
}
