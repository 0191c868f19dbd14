import type { Credentials } from '../../client/types.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import type { Histogram } from '../statistics/histogram.ts';

/** One call, encoded before the run so that sending it costs as little as possible. */
export interface PreparedCall {
  readonly method: MethodId;
  /** `/`, or `/wallet/<name>` in percent-encoding. */
  readonly path: string;
  /** The JSON-RPC request. */
  readonly body: Buffer;
  /** Which of the caller's argument sets this is, for checks of the answer. */
  readonly check?: number;
}

/**
 * Returns the call that is due next; `undefined` ends the run, as nothing is left to send. It is asked once for every
 * planned arrival, in their order, whether the node keeps up or not: it must be cheap and synchronous.
 */
export type CallSource = () => PreparedCall | undefined;

/**
 * How a call ended.
 * `result`: HTTP 200 with a result. `rpc-error`: an error object; `code` is its code. `work-queue`: the node refused it
 * as its work queue is full (HTTP 503, or the text `Work queue depth exceeded` with any status). `http`: another status without an
 * error object; `code` is the status. `timeout`: no whole answer within the time allowed. `connection`: it could not be
 * opened, or broke before the answer was whole. `malformed`: no HTTP answer, or no JSON-RPC answer in it, or one to another request.
 * `wrong`: a result that contradicts the specification; a generator never finds this itself, a check of the bodies does.
 */
export const OUTCOME_CLASSES = ['result', 'rpc-error', 'work-queue', 'http', 'timeout', 'connection', 'malformed', 'wrong'] as const;
export type OutcomeClass = (typeof OUTCOME_CLASSES)[number];

/** One call that has ended. Times are microseconds since the run began. */
export interface Sample {
  readonly call: PreparedCall;
  readonly intendedAtUs: number;
  /** `undefined` for a call that timed out before a connection was free for it. */
  readonly sentAtUs: number | undefined;
  readonly endedAtUs: number;
  readonly class: OutcomeClass;
  /** Code of the error object, or HTTP status: see `OutcomeClass`. */
  readonly code?: number | undefined;
}

/** A stretch of time in which the arrival rate is steady, or changes in a straight line. */
export interface RateStage {
  /** Calls per second at its start and at its end. */
  readonly fromRate: number;
  readonly toRate: number;
  readonly durationMs: number;
}

/** When calls are due in the open model. After the last stage its rate goes on until the run ends. */
export interface Arrivals {
  readonly stages: readonly RateStage[];
  /** `even`: calls are due at equal distances (of the rate of that moment). `poisson`: they come independently of each other. */
  readonly spacing: 'even' | 'poisson';
  /** Decides the times of `poisson`. */
  readonly seed: number;
}

/** `open`: calls are due at times that do not depend on the node. `closed`: each connection sends its next call when it has an answer. */
export type LoadModel = { readonly type: 'open'; readonly arrivals: Arrivals } | { readonly type: 'closed' };

/** Receives what a run counts, call by call. What it does is time that the generator lacks: it may only count. */
export interface CallWatch {
  planned?(method: MethodId): void;
  /** @param latenessUs for how long the generator could have sent it, but did not; undefined in the closed model */
  sent?(latenessUs: number | undefined): void;
  ended?(call: EndedCall): void;
}

/** A call that has ended. */
export interface EndedCall extends Sample {
  /** What the node answered instead of a result, or what happened to the call. */
  readonly message: string;
  /** Undefined where it does not count: see `GeneratorFigures.latency`. */
  readonly latencyUs: number | undefined;
}

export interface GeneratorOptions {
  /** `http://host:port` */
  readonly address: string;
  readonly credentials?: Credentials | undefined;
  readonly source: CallSource;
  /** Connections that are opened before the run begins, each with one call in flight. */
  readonly connections: number;
  readonly model: LoadModel;
  /** So long calls are due (open) or sent (closed); answers may come up to `timeoutMs` later. */
  readonly durationMs: number;
  /** From the intended time to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Open model: when all connections are busy more are opened, up to this number of calls in flight. Then calls wait, and their waiting counts. */
  readonly maxInFlight: number;
  /**
   * Asked before anything is sent after a connection was lost, and before one more is opened, again and again until it is true: whether
   * the node may be sent calls. Rejects if it never may; the run then rejects too. Without it nothing is asked.
   */
  readonly mayReconnect?: (() => Promise<boolean>) | undefined;
  /** Ends the run early, with `complete: false`. */
  readonly signal?: AbortSignal | undefined;
  /** Called about once a second with the second that is over. */
  readonly onSecond?: ((second: SecondFigures) => void) | undefined;
  /** Receives each call as it is counted. */
  readonly watch?: CallWatch | undefined;
  /**
   * Receives each result, in memory that is read into again. What this does is time that the generator lacks: keep the body and
   * check it after the run where you can.
   */
  readonly onBody?: ((sample: Sample, body: Buffer) => void) | undefined;
}

/** One second of a run. Calls count where they were due, sent or ended. */
export interface SecondFigures {
  /** 0 for the first second. */
  readonly second: number;
  readonly planned: number;
  readonly sent: number;
  /** Ended with any class. */
  readonly ended: number;
  readonly results: number;
  /** Results among them that came after the end: no rate counts them. */
  readonly late: number;
  /** Ended with another class than `result` and `work-queue`. */
  readonly failed: number;
  /** Ended with `work-queue`. */
  readonly refused: number;
  /** Of the calls that ended in this second; 0 where none did. See `GeneratorFigures.latency`. */
  readonly p50Us: number;
  readonly p99Us: number;
  readonly maxUs: number;
  /** At the end of this second. */
  readonly inFlight: number;
  /** Due but not sent, at the end of this second. */
  readonly waiting: number;
}

/** Calls that did not end with a result, by class and code. */
export interface ErrorCount {
  readonly class: Exclude<OutcomeClass, 'result'>;
  readonly code?: number;
  readonly count: number;
  /** What the first of them said, at most 200 characters: may hold what the node sent. */
  readonly example: string;
}

export interface MethodFigures {
  readonly method: MethodId;
  readonly planned: number;
  readonly ended: Readonly<Record<OutcomeClass, number>>;
  /** Results that came within `durationMs`. */
  readonly resultsInTime: number;
  readonly latency: Histogram;
}

export interface GeneratorFigures {
  /** ISO 8601 */
  readonly startedAt: string;
  /** So long calls were due or sent: `durationMs` of the options unless the run ended early. */
  readonly durationMs: number;
  /** Calls that were due (open) or sent (closed). */
  readonly planned: number;
  readonly sent: number;
  /** Calls that got a whole HTTP answer, of whatever kind. */
  readonly answered: number;
  /** Neither answered nor failed when the run was ended early: they count nowhere else. 0 in a complete run. */
  readonly abandoned: number;
  readonly ended: Readonly<Record<OutcomeClass, number>>;
  /** Results that came within `durationMs`: over this time, they are the rate that the node has shown. */
  readonly resultsInTime: number;
  /** Most frequent first. */
  readonly errors: readonly ErrorCount[];
  /**
   * From the intended time to the last byte of the answer (open model), or from the sent time (closed model): results,
   * errors of methods, and timeouts, which count with the time they had waited. Refusals, broken connections and what is
   * no answer are not in it, as failing quickly would make the node look fast.
   */
  readonly latency: Histogram;
  /** From the sent time, of answers with a result or an error object. */
  readonly service: Histogram;
  /** How late the generator itself was: from the moment when a call was due and a connection free for it, to sending it. Empty in the closed model. */
  readonly lateness: Histogram;
  /** In order of their names. */
  readonly methods: readonly MethodFigures[];
  readonly seconds: readonly SecondFigures[];
  /** User and system time of this process during the run, without the time in which it only polled for the next arrival. */
  readonly cpuMs: number;
  /** CPU spent by polling for the next arrival, since timers of Node are no finer than a millisecond. */
  readonly pollingMs: number;
  /** The generator could not keep up: its figures are not those of the node. `undefined` where it could. */
  readonly saturated: { readonly reason: string } | undefined;
  /** False where the run was ended before its duration was over. True where the source had no more calls. */
  readonly complete: boolean;
}
