import type { Probe, ProbeClass } from './probe.ts';
import type { FuzzProblem } from './properties/problem.ts';

/** A problem with the shortest requests that show it. */
export interface Finding extends FuzzProblem {
  /** How often it occurred. */
  readonly times: number;
  /** It occurred again from a state of its own. */
  readonly repeated: boolean;
  readonly probes: readonly Probe[];
  /** The requests as they were sent: one line each, the last one shows the problem. */
  readonly requests: readonly string[];
  /** The beginning of the answer to the last one; undefined if none came. */
  readonly answer: string | undefined;
  /** The last lines that the node logged while the requests were made again; undefined if that was not possible, or it logged none. */
  readonly nodeLog: readonly string[] | undefined;
  /** The text of `--path` that replays it. */
  readonly path: string;
  /** Its file in the corpus. */
  readonly file: string | undefined;
  /** Why the target file accepts it. */
  readonly accepted?: string;
}

/**
 * Whether a finding is a failure of the node, and not only an observation. What was seen more than once in the run need not occur again
 * on a fresh node, except a call that took too long: the machine may be busy.
 */
export const isFailure = ({
  repeated,
  property,
  times,
  accepted,
}: Pick<Finding, 'repeated' | 'property' | 'times' | 'accepted'>): boolean =>
  accepted === undefined && (repeated || property === 'crash' || property === 'memory' || (times > 1 && property !== 'hang'));

/** Calls of one method. */
export interface MethodCounts {
  calls: number;
  results: number;
  /** By error code. */
  readonly errors: { [code: string]: number };
}

/** The figures of a run, updated while it runs. */
export interface FuzzCounts {
  /** Requests sent, without those to shorten a finding. */
  runs: number;
  /** Requests sent to shorten findings. */
  attempts: number;
  readonly classes: { [of in ProbeClass]?: number };
  readonly methods: { [method: string]: MethodCounts };
  /** Kinds of answers: a code of a method, or a shape of its result. */
  answerKinds: number;
  /** Nodes that were started because the one before was lost. */
  lostNodes: number;
  /** Methods that are called no more in this run, with the reason. */
  readonly dropped: { [method: string]: string };
  /** Checks of the state after calls that should change nothing. */
  stateChecks: number;
}

/** A fuzz run beside a bare client that makes the same calls. */
export interface RateFigures {
  /** Calls that both made. */
  readonly calls: number;
  readonly fuzzPerS: number;
  readonly barePerS: number;
}

/** Memory of one process of a node. */
export interface MemoryFigures {
  readonly requests: number;
  /** Growth over 10,000 requests as measured last, by a line through the samples; undefined before that many. */
  readonly growthBytes: number | undefined;
  readonly bytes: number;
}

export interface FuzzRun {
  readonly findings: readonly Finding[];
  /** Files of the corpus whose problem no longer occurs. */
  readonly resolved: readonly string[];
  /** Number of files of the corpus that were replayed. */
  readonly replayed: number;
  readonly counts: FuzzCounts;
  /** Methods that were called, and those that were not, with the reason. */
  readonly methods: readonly string[];
  readonly leftOut: { readonly [method: string]: string };
  /** From the first to the last request, without starting nodes and shortening findings. */
  readonly fuzzingMs: number;
  readonly rate: RateFigures | undefined;
  readonly memory: readonly MemoryFigures[];
}
