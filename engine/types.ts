import type { Params, RpcError } from '../client/types.ts';
import type { Wire } from '../specs/model/wire.ts';
import type { ProfileName } from '../fixtures/targets/types.ts';
import type { MethodId } from '../specs/model/generated/wire.d.ts';
import type { Effect } from '../specs/model/types.ts';
import type { Latencies } from './latencies.ts';
import type { Trial } from './trial.ts';

/** The evidence of a finding. An observation has none and never makes a case fail. */
export type Evidence = 'document' | 'standard' | 'health' | 'baseline' | 'observation';

export interface Finding {
  /** What was checked, stable between runs: `type`, `presence`, `refusal`, `equals`. */
  readonly check: string;
  readonly evidence: Evidence;
  /** Source of the requirement: `document 2, Block (getblock)`, `BIP 141`, `RFC 8259, section 6`. */
  readonly source: string;
  /** Field path within the answer: `tx[0].vin[1].txid`. */
  readonly path?: string;
  /** One sentence: what was expected and what came. */
  readonly message: string;
  /** The text that a baseline keeps of an observation: short and without random values. */
  readonly observed?: string;
  /** The reason of the waiver that matched. */
  readonly waiver?: string;
}

export type Status = 'passed' | 'failed' | 'observed' | 'waived' | 'skipped' | 'inapplicable';

/** One call as it is shown with a finding. The writer masks secrets. */
export interface ShownCall {
  readonly method: string;
  readonly params: Params;
  readonly wallet?: string;
  /** Replaces arguments that are too long to be kept. */
  readonly cut?: CutText;
}

/** The beginning of a text that is too long to be kept, as JSON with secrets masked, with its length and hash. */
export interface CutText {
  readonly characters: number;
  readonly sha256: string;
  readonly beginning: string;
}

export type ShownAnswer =
  | { readonly cut: CutText }
  | { readonly result: Wire }
  | { readonly error: RpcError }
  | { readonly fault: string; readonly excerpt?: string };

/** The outcome of one case: data only, everything that a report needs. */
export interface Outcome {
  readonly id: string;
  readonly suite: string;
  /** Neutral id of the method that the case tests, or null. */
  readonly method: string | null;
  readonly kind: string;
  readonly status: Status;
  readonly durationMs: number;
  readonly calls: number;
  readonly findings: readonly Finding[];
  /** Why it was skipped or is inapplicable. */
  readonly reason?: string;
  /** Internal error in Pyx, not in the node. */
  readonly internal?: boolean;
  /** The failure was not reproduced on a fresh world. */
  readonly flaky?: boolean;
  readonly request?: ShownCall;
  readonly response?: ShownAnswer;
  /** Command that runs only this case again. */
  readonly replay?: string;
  /** Of the calls of the case that were answered. */
  readonly latencies?: Latencies;
  /** Name of the node that it was run on: `default-1`. */
  readonly node?: string;
  /** Coverage ids that this case was the first to cover; see coverage.ts. */
  readonly hits: readonly string[];
}

/**
 * The property of a case's requests that may crash or block nodes: an extreme size (huge or empty), nesting, or
 * malformed bytes (as text, HTTP or a serialised transaction).
 */
export type Danger = 'size' | 'depth' | 'bytes';

/** One test. Made by a suite, run by the engine. */
export interface Case {
  /** `methods/getblock/verbosity=2`. Neutral, stable between runs and seeds, free of spaces. */
  readonly id: string;
  readonly suite: string;
  readonly method: string | null;
  /** Kind of case, for counting: `required-only`, `enum`, `wrong-type`, `relation`, `rule` … */
  readonly kind: string;
  /** One line for `--list` and reports. */
  readonly title: string;
  readonly effect: readonly Effect[];
  readonly profile: ProfileName;
  /** Methods that it calls or depends on. If the target file lists one as absent, the case is inapplicable. */
  readonly uses: readonly MethodId[];
  /** Ids of rules, limits, errors, state rows and envelope rows that it judges. */
  readonly judges: readonly string[];
  /** Generated from the description of its method: these cases together must cover the method's arguments and results. */
  readonly generated?: boolean;
  /** Default evidence and source of its findings. */
  readonly evidence: 'document' | 'standard';
  readonly source: string;
  /** Needs a separate node, which no other case uses afterwards: it encrypts, stops or breaks the node. */
  readonly ownNode?: boolean | undefined;
  /** Run after all other cases, and on a node that Pyx did not start only with `--stress`. */
  readonly danger?: Danger | undefined;
  /** Time limit of each call; that of the case is slightly longer. Default 30 s for a call and 90 s for the case. */
  readonly timeoutMs?: number | undefined;
  /** Time limit of the whole case, if it depends on the number of its calls. */
  readonly limitMs?: number | undefined;
  /** What it judges depends on its run: only the ids of `judges` that it passes to `Trial.reach` count as judged. */
  readonly judgesByReach?: boolean | undefined;
  /** Options of `pyx run` that its run depends on, for its replay: `['--runs', '200']`. */
  readonly settings?: readonly string[] | undefined;
  readonly run: (trial: Trial) => Promise<void>;
}
