import type { ReportedTarget } from '../engine/reported-target.ts';
import type { Comparison } from './compare/types.ts';
import type { Shard } from './scenario/shard.ts';
import type { LoadModel, MixEntry } from './scenario/types.ts';

/** The machine that made the load; a local node shares it. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
  /** `linux 6.1.0 x64` */
  readonly os: string;
  readonly node: string;
  /** Load average over a minute before the run began, where the system gives one. */
  readonly loadBefore?: number | undefined;
  /** Share of all cores (0 to 1) that other programs used during the load. */
  readonly otherWork?: number | undefined;
}

/** Durations in microseconds. */
export interface LatencyFigures {
  readonly count: number;
  readonly p50Us: number;
  readonly p90Us: number;
  readonly p95Us: number;
  readonly p99Us: number;
  readonly p999Us: number;
  readonly maxUs: number;
  readonly meanUs: number;
  /** HDR histogram V2, deflated, in base64, so that results are merged exactly; null where the engine keeps none (k6). */
  readonly histogram: string | null;
}

/** Calls by how they ended; see `OutcomeClass`. */
export interface CallTotals {
  /** Due (open model) or sent (closed). */
  readonly planned: number;
  readonly sent: number;
  readonly answered: number;
  readonly results: number;
  readonly rpcErrors: number;
  /** Refused because the work queue of the node was full. */
  readonly refused: number;
  readonly http: number;
  readonly timeouts: number;
  readonly connection: number;
  readonly malformed: number;
  /** Results among those checked that contradict the specification. */
  readonly wrong: number;
}

export interface MethodResult {
  readonly method: string;
  readonly calls: number;
  readonly results: number;
  readonly errors: number;
  readonly latency: LatencyFigures;
}

export interface SecondResult {
  /** 0 for the first second after the warm-up. */
  readonly second: number;
  readonly planned: number;
  readonly sent: number;
  readonly results: number;
  readonly errors: number;
  readonly refused: number;
  /** Of merged shards: the highest of theirs. */
  readonly p50Us: number;
  readonly p99Us: number;
  readonly maxUs: number;
  readonly inFlight: number;
  readonly waiting: number;
}

export interface ErrorResult {
  /** `rpc-error`, `work-queue`, `http`, `timeout`, `connection`, `malformed` or `wrong`. */
  readonly class: string;
  readonly code?: number | undefined;
  readonly count: number;
  /** What the first said: comes from the node. */
  readonly example: string;
}

export interface ThresholdResult {
  /** `p99 < 50ms` */
  readonly expression: string;
  /** The measured value in words: `63.1 ms`. */
  readonly measured: string;
  readonly passed: boolean;
}

/** An answer that contradicts the specification. */
export interface WrongAnswer {
  readonly method: string;
  readonly path: string;
  readonly message: string;
  readonly count: number;
  readonly request: string;
  /** The beginning of the answer. */
  readonly answer: string;
}

/** What a node used, once a second. */
export interface NodeUsage {
  /** `default-1` */
  readonly node: string;
  readonly cpuMs: number;
  readonly peakMemoryBytes: number;
  readonly samples: readonly { readonly atMs: number; readonly cpuPercent: number; readonly memoryBytes: number }[];
}

export interface SaturationStep {
  readonly ratePerS: number;
  readonly passed: boolean;
  readonly resultsPerS: number;
  readonly p99Us: number;
  /** Shares from 0 to 1. */
  readonly errors: number;
  readonly refused: number;
  /** Thresholds that did not hold. */
  readonly failed: readonly string[];
}

/** The highest arrival rate that meets the thresholds lies between the two. */
export interface SaturationResult {
  /** Highest rate that met them each time; 0 where none did. */
  readonly lowPerS: number;
  /** Lowest rate that did not; null where every rate up to the bound did. */
  readonly highPerS: number | null;
  readonly thresholds: readonly string[];
  readonly steps: readonly SaturationStep[];
  readonly complete: boolean;
}

/** One measurement of `--repeat`: what comparisons of two results are based on. */
export interface RepeatResult {
  /** ISO 8601 */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly calls: number;
  readonly results: number;
  readonly resultsPerS: number;
  readonly meanUs: number;
  readonly p50Us: number;
  readonly p90Us: number;
  readonly p99Us: number;
  readonly p999Us: number;
}

/** The load of `--beside` that was measured in the same run. */
export interface BesideResult {
  /** The same in the results of both sides: repeat i of one and repeat i of the other were measured alternately, as a pair. */
  readonly run: string;
  /** Which side these results are of. */
  readonly side: 'target' | 'beside';
  /** Name of the target of the other side. */
  readonly other: string;
  /** Nodes that were measured on each side, in turn. */
  readonly instances: number;
  /** What changed from the other side; of the target only, if the run came to its end. */
  readonly comparison?: Comparison | undefined;
}

/** `results.json` of `pyx load`. */
export interface LoadResults {
  readonly pyx: string;
  readonly kind: 'load';
  readonly seed: number;
  /** ISO 8601 */
  readonly startedAt: string;
  /** Without preparation and warm-up; of all repeats together. */
  readonly durationMs: number;
  /** False where the run was interrupted, or the node ended or no longer answers. */
  readonly complete: boolean;
  /** Why it was not complete. */
  readonly stopped?: string | undefined;
  readonly target: ReportedTarget;
  readonly machine: Machine;
  readonly scenario: {
    readonly name: string;
    readonly summary: string;
    readonly file: string | null;
    readonly mix: readonly Pick<MixEntry, 'method' | 'weight' | 'args' | 'optional' | 'batch'>[];
    readonly model: LoadModel;
    readonly connections: number;
    readonly durationMs: number;
    readonly warmUpMs: number;
    readonly timeoutMs: number;
    readonly thresholds: readonly string[];
  };
  readonly engine: 'pyx' | 'autocannon' | 'k6';
  readonly totals: CallTotals;
  readonly rate: {
    /** Mean arrival rate of the open model; null for the closed one. */
    readonly targetPerS: number | null;
    /** Results within the duration, per second. */
    readonly resultsPerS: number;
  };
  /** From the intended time of sending (open model) or from the time of sending (closed). */
  readonly latency: LatencyFigures;
  /** From the time of sending. */
  readonly service: LatencyFigures;
  readonly methods: readonly MethodResult[];
  readonly seconds: readonly SecondResult[];
  /** Which part of a load this is, where it was measured by several machines. */
  readonly shard?: Shard | undefined;
  /** The measurements of `--repeat`, in their order; all other figures are those of all of them together. */
  readonly repeats?: readonly RepeatResult[] | undefined;
  readonly beside?: BesideResult | undefined;
  readonly errors: readonly ErrorResult[];
  readonly thresholds: readonly ThresholdResult[];
  readonly checkedAnswers: number;
  readonly wrongAnswers: readonly WrongAnswer[];
  readonly saturation?: SaturationResult | undefined;
  readonly generator: {
    readonly cpuMs: number;
    readonly lateness: LatencyFigures;
    /** Why its figures are not those of the node; null where they are. */
    readonly saturated: string | null;
  };
  readonly nodes: readonly NodeUsage[];
  /** Why figures cannot be trusted. */
  readonly warnings: readonly string[];
}
