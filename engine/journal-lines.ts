import type { DocumentSections } from '../specs/model/types.ts';
import type { Universe } from './coverage.ts';
import type { Environment } from './environment.ts';
import type { Heard } from './heard.ts';
import type { ReportedTarget } from './reported-target.ts';
import type { Severity } from './severity.ts';
import type { Finding, Outcome } from './outcome.ts';
import type { AcceptanceStanding } from './acceptance-standing.ts';

/** Where clients were listened to. */
export interface ListenedTo {
  /** The address for clients. */
  readonly at: string;
  /** The command that called it, without secrets; undefined if there was none. */
  readonly command?: readonly string[];
}

/** The first line: the node and the plan. */
export interface StartLine {
  readonly t: 'start';
  /** Version of Pyx. */
  readonly pyx: string;
  /** Of all random values. Null if none were drawn: clients were listened to. */
  readonly seed: number | null;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The command line, without secrets. */
  readonly command: readonly string[];
  readonly target: ReportedTarget;
  /** The state of the node before the first case (`stateOfNode`). Default: that of a node started by Pyx. */
  readonly state?: string;
  /** Number of planned cases, in total and in each suite. */
  readonly planned: number;
  readonly suites: { readonly [suite: string]: number };
  /** The plan has all cases: no option left any out. */
  readonly wholeRun: boolean;
  readonly universe: Universe;
  /** The standard is one of a user. */
  readonly ownStandard?: true;
  /** No cases were planned: clients were listened to. */
  readonly listened?: ListenedTo;
  /** Of a shard. `whole`: what can be covered by all shards, if they have all cases. */
  readonly shard?: { readonly index: number; readonly total: number; readonly whole?: Universe };
  /** The machine that Pyx ran on. */
  readonly environment?: Environment;
  /** Findings from this severity on make the run fail. Default: `DEFAULT_FAIL_ON`. */
  readonly failOn?: Severity;
  /** The run was judged again, without a node: of which run, and by what. */
  readonly rejudged?: string;
  /** The documents that findings cite. `at`: a folder or an address at which the user has their texts. */
  readonly documents?: { readonly list: readonly DocumentSections[]; readonly at?: string };
  /** What an inconclusive run counts as. Default: `fail`. */
  readonly inconclusive?: 'fail' | 'pass';
}

/** A remark on the run for its user, in one sentence. */
export interface NoteLine {
  readonly t: 'note';
  readonly text: string;
}

/**
 * A failure that is not confirmed yet. The outcome of the case follows, unless the run was killed before: so this line
 * may have all members of an outcome that are known.
 */
export interface SuspectLine extends Partial<Omit<Outcome, 'id' | 'findings' | 'status' | 'hits'>> {
  readonly t: 'suspect';
  readonly id: string;
  readonly findings: readonly Finding[];
}

export interface OutcomeLine extends Outcome {
  readonly t: 'outcome';
}

/** Time spent outside cases, such as `stop node`. Lines with the same `what` are added up. */
export interface TimeLine {
  readonly t: 'time';
  readonly what: string;
  readonly ms: number;
  /** The node that was started or stopped. */
  readonly node?: string;
}

/** What the run shows of each accepted difference. */
export interface AcceptedLine {
  readonly t: 'accepted';
  readonly standings: readonly AcceptanceStanding[];
  /**
   * Of a shard: what it contributes to the judgement of the whole, which only all shards together allow. Of runs with several seeds, only
   * the last one has it, with what all of them show.
   */
  readonly forShards?: readonly AcceptanceStanding[];
}

/** The last line. A run that was killed has none. */
export interface EndLine {
  readonly t: 'end';
  /** Every planned case has an outcome, also if it was skipped because a prerequisite could not be made. */
  readonly complete: boolean;
  /** What ended the run early, if it is not complete. Contains no text from the node. */
  readonly stopped?: string;
  /** `refusal`: the node must not be tested any further. `time`: the time that was given was used up; no later case has an outcome. */
  readonly cause?: 'interruption' | 'refusal' | 'time';
  readonly durationMs: number;
  /** Of `pyx listen`: the exit code of the command that it ran. */
  readonly commandCode?: number;
  /** Of `pyx listen`. */
  readonly heard?: Heard;
}

export type JournalLine = StartLine | NoteLine | SuspectLine | OutcomeLine | TimeLine | AcceptedLine | EndLine;

/** A line as it is read: `atMs` is the time when it was written, in milliseconds since the journal was opened. */
export type WrittenLine = JournalLine & { readonly atMs: number };
