import type { ReportedTarget } from '../../engine/reported-target.ts';

/** The content of `fuzz.json`: see fuzz.schema.json. */
export interface FuzzResults {
  readonly pyx: string;
  readonly seed: number;
  readonly startedAt: string;
  readonly durationMs: number;
  /** False if the run was interrupted. */
  readonly complete: boolean;
  readonly target: ReportedTarget;
  /** Requests that were sent, without those to shorten findings. */
  readonly runs: number;
  /** Sequences that were tried to shorten findings. */
  readonly attempts: number;
  readonly fuzzingMs: number;
  /** Beside a bare client that made some of the same calls; null if it was not compared. */
  readonly rate: { readonly calls: number; readonly fuzzPerS: number; readonly barePerS: number } | null;
  /** Requests by how they were made. */
  readonly classes: { readonly [of: string]: number };
  readonly methods: { readonly [method: string]: FuzzedMethod };
  /** Methods that were not called, or no more, with the reason. */
  readonly leftOut: { readonly [method: string]: string };
  readonly answerKinds: number;
  readonly stateChecks: number;
  readonly lostNodes: number;
  /** Of each process of a node. */
  readonly memory: readonly { readonly requests: number; readonly bytes: number; readonly growthBytes: number | null }[];
  readonly corpus: { readonly replayed: number; readonly resolved: readonly string[] };
  readonly findings: readonly FuzzFinding[];
}

export interface FuzzedMethod {
  readonly calls: number;
  readonly results: number;
  /** By error code. */
  readonly errors: { readonly [code: string]: number };
}

export interface FuzzFinding {
  /** What did not hold: `crash`, `internal-error` … */
  readonly property: string;
  readonly evidence: 'document' | 'standard' | 'health';
  readonly source: string;
  readonly method: string;
  readonly message: string;
  readonly times: number;
  /** It occurred again on a node of its own. */
  readonly repeated: boolean;
  /** Whether it makes the run fail. */
  readonly failure: boolean;
  /** The requests, in order; the last one shows it. */
  readonly requests: readonly string[];
  readonly answer: string | null;
  /** The command that makes the requests again; null for a finding of the whole run. */
  readonly replay: string | null;
  /** Its file in the corpus. */
  readonly file: string | null;
}
