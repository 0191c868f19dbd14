import type { NodeInfo } from '../../engine/prepare.ts';
import type { ReportedLoss } from '../lost-nodes.ts';

/** A case in which two nodes answered differently. */
export interface DiffCase {
  readonly id: string;
  readonly method: string;
  /** `error -8 · a result`: the first node's answer and the second's. */
  readonly difference: string;
  /** Why it is accepted, according to the file of known differences. */
  readonly reason?: string;
}

/** A listed difference that no longer occurs. */
export interface StaleDifference {
  readonly cases: string;
  readonly difference?: string;
  readonly reason: string;
}

/** The content of `diff.json`: see diff.schema.json. */
export interface DiffResults {
  readonly pyx: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly a: NodeInfo & { readonly name: string };
  readonly b: NodeInfo & { readonly name: string };
  readonly seed: number;
  readonly compared: number;
  readonly alike: number;
  readonly disagreements: readonly DiffCase[];
  /** Number of cases that were not compared, by reason. */
  readonly left: { readonly [why: string]: number };
  /** Nodes that died or stopped answering. */
  readonly lost: readonly ReportedLoss[];
  /** Number of cases that could not be run on one of the nodes. */
  readonly untried: number;
  readonly stale: readonly StaleDifference[];
}
