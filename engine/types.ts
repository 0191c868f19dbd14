import type { Params, RpcError } from '../client/types.ts';
import type { Wire } from '../specs/model/wire.ts';
import type { ProfileName } from '../fixtures/targets/types.ts';
import type { MethodId } from '../specs/model/generated/wire.d.ts';
import type { Effect } from '../specs/model/types.ts';
import type { Trial } from './trial.ts';

/** What a failure stands on. An observation stands on nothing and never fails. */
export type Evidence = 'document' | 'standard' | 'health' | 'baseline' | 'observation';

export interface Finding {
  /** What was looked at, stable between runs: `type`, `presence`, `refusal`, `equals`. */
  readonly check: string;
  readonly evidence: Evidence;
  /** Where the statement stands: `document 2, Block (getblock)`, `BIP 141`, `RFC 8259, section 6`. */
  readonly source: string;
  /** Field path within the answer: `tx[0].vin[1].txid`. */
  readonly path?: string;
  /** One sentence: what was expected and what came. */
  readonly message: string;
  /** Observations: what was seen, short and free of random values; this is what a baseline keeps. */
  readonly observed?: string;
  /** Why it is accepted, when a waiver matched. */
  readonly waiver?: string;
}

export type Status = 'passed' | 'failed' | 'observed' | 'waived' | 'skipped' | 'inapplicable';

/** One call as it is shown with a finding. Secrets are masked by whoever writes it. */
export interface ShownCall {
  readonly method: string;
  readonly params: Params;
  readonly wallet?: string;
  /** In place of arguments that were too long to be kept. */
  readonly cut?: CutText;
}

/** The beginning of something too long to be kept whole, as JSON with its secrets masked, and what tells it from others. */
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

/** What came of one case. Data only: everything a report needs. */
export interface Outcome {
  readonly id: string;
  readonly suite: string;
  /** Neutral id of the method it is about, or null. */
  readonly method: string | null;
  readonly kind: string;
  readonly status: Status;
  readonly durationMs: number;
  readonly calls: number;
  readonly findings: readonly Finding[];
  /** Why it was skipped or is inapplicable. */
  readonly reason?: string;
  /** The suite itself failed (a fault of Pyx, not of the node). */
  readonly internal?: boolean;
  /** It failed once and did not fail again on a fresh world. */
  readonly flaky?: boolean;
  readonly request?: ShownCall;
  readonly response?: ShownAnswer;
  /** Command that tries just this case again. */
  readonly replay?: string;
  /** What this case was the first to cover; see coverage.ts. */
  readonly hits: readonly string[];
}

/**
 * What about the requests of a case is known to end or block nodes: a size far from what is meant (huge, or nothing at
 * all), nesting, or bytes that are not what they are announced as (text, HTTP, a serialised transaction).
 */
export type Danger = 'size' | 'depth' | 'bytes';

/** One thing to try. Made by a suite, run by the engine. */
export interface Case {
  /** `methods/getblock/verbosity=2`. Neutral, stable between runs and seeds, free of spaces. */
  readonly id: string;
  readonly suite: string;
  readonly method: string | null;
  /** Sort of case, for counting: `required-only`, `enum`, `wrong-type`, `relation`, `rule` … */
  readonly kind: string;
  /** One line for `--list` and reports. */
  readonly title: string;
  readonly effect: readonly Effect[];
  readonly profile: ProfileName;
  /** Methods that it calls, and others that it cannot do without: where the target file names one absent, it is inapplicable. */
  readonly uses: readonly MethodId[];
  /** Ids of rules, limits, errors, state rows and envelope rows that it judges. */
  readonly judges: readonly string[];
  /** Made from the description of its method: such cases together are to cover the method's arguments and results. */
  readonly generated?: boolean;
  /** Default claim for what it finds. */
  readonly evidence: 'document' | 'standard';
  readonly source: string;
  /** Needs a node that nobody else uses afterwards: it encrypts, stops or breaks it. */
  readonly ownNode?: boolean | undefined;
  /** Tried after all others, and on a node that Pyx did not start only when that is asked for. */
  readonly danger?: Danger | undefined;
  /** How long each of its calls, and the case in all, may take at most; default 30 s and 90 s. */
  readonly timeoutMs?: number | undefined;
  readonly run: (trial: Trial) => Promise<void>;
}
