import type { ReportedTarget } from '../../engine/reported-target.ts';
import type { ChangeClass, ChangeRuleName } from '../../specs/compare/change-rules.ts';
import type { Edition } from '../../specs/model/types.ts';
import type { ReportedLoss } from '../lost-nodes.ts';

/** The content of `drift.json`: see drift.schema.json. */
export interface DriftResults {
  readonly pyx: string;
  readonly seed: number;
  readonly startedAt: string;
  readonly durationMs: number;
  /** False if the run was interrupted, or no node was left for it. */
  readonly complete: boolean;
  readonly standard: Edition;
  readonly target: ReportedTarget;
  readonly failOn: 'breaking' | 'any' | 'none';
  /** Methods by what the node reports about itself; null if it has no `help`. */
  readonly listed: number | null;
  /** Cases of the probing run. */
  readonly cases: number;
  /** Whether errors of an earlier observation were compared. */
  readonly errorsCompared: boolean;
  readonly findings: readonly ReportedDrift[];
  /** Nodes that died or stopped answering: what they would have shown is not known. */
  readonly lost: readonly ReportedLoss[];
  /** Cases that could not be run, by reason. */
  readonly untried: Readonly<Record<string, number>>;
  /** Entries of the target file that no longer occur. */
  readonly gone: readonly { readonly change: ChangeRuleName; readonly methods: readonly string[]; readonly reason: string }[];
}

export interface ReportedDrift {
  readonly change: ChangeRuleName;
  readonly class: ChangeClass;
  readonly headline: string;
  /** The place in the specification. */
  readonly source: string;
  readonly places: readonly { readonly method: string; readonly path: string }[];
  readonly before: string;
  readonly after: string;
  readonly evidence: {
    readonly kind: 'help' | 'call' | 'discover' | 'case';
    readonly text: string;
    readonly request?: unknown;
    readonly response?: unknown;
    readonly replay?: string;
  };
  /** Lines for the target file, for missing methods. */
  readonly block?: string;
  /** Why it is known, from the target file; such findings do not count. */
  readonly accepted?: string;
}
