import type { Severity } from '../../engine/severity.ts';
import type { Problem } from '../problem.ts';

/** Where the policy has something: a file relative to the repository, and a line from 1. */
export interface PolicyPlace {
  readonly file: string;
  readonly line: number;
}

/** A problem that a gate reports. */
export interface GateProblem extends Problem {
  /** Name of the part that found it. */
  readonly part: string;
  /** The line of the policy to which a reader is referred. */
  readonly at: PolicyPlace;
}

/** One part of a gate: a run with a seed, fuzzing, a load. */
export interface GatePart {
  /** `run, seed 1`, `fuzz`, `load explorer` */
  readonly name: string;
  /** That of the command alone; null if the part was not begun because an earlier one could not be done. */
  readonly exitCode: number | null;
  /** One or two words. */
  readonly title: string;
  readonly reasons: readonly string[];
  /** More lines on an error, such as the last output of a node. */
  readonly details: readonly string[];
  readonly durationMs: number;
  /** Folder with its reports, relative to that of the gate. */
  readonly folder: string;
}

/** The content of `gate.json`: see gate.schema.json. */
export interface GateResults {
  readonly pyx: string;
  readonly kind: 'gate';
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly policy: PolicyPlace;
  /** The value of `target`, without credentials. */
  readonly target: string;
  /** `2/3`: this is one of the shards of a gate; null for a whole one. */
  readonly shard: string | null;
  /** Problems of lower severities are reported and do not count. */
  readonly failOn: Severity;
  readonly exitCode: number;
  readonly title: string;
  readonly reasons: readonly string[];
  readonly parts: readonly GatePart[];
  readonly problems: readonly GateProblem[];
}
