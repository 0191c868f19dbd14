import type { Params, RpcError } from '../client/types.ts';
import type { Status } from '../specs/model/generated/results/results.d.ts';
import type { Evidence } from '../specs/model/generated/results/shared.d.ts';
import type { Wire } from '../specs/model/wire.ts';
import type { Difference } from './difference.ts';
import type { Latencies } from './latencies.ts';

export type { Evidence, Status };

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
  /** What the documents state of the field, in one line: see `rowText`. */
  readonly row?: string;
  /** What differs: the identity by which it is accepted. Of observations, only undocumented fields have one. */
  readonly difference?: Difference;
  /** The text that a baseline keeps of an observation: short and without random values. */
  readonly observed?: string;
  /** Why it is accepted: the reason of the entry that covers it. */
  readonly waiver?: string;
  /**
   * What else it depends on: it is found **by circumstance**, and tried again. Undefined: it is found **by record**, as a function of
   * what was recorded (a schema, a condition, a sum, two answers with nothing between them that may change them), and stands.
   */
  readonly circumstance?: Circumstance;
}

/**
 * What a finding by circumstance depends on besides what was recorded: when something happened (`time`), whether an answer came at
 * all (`liveness`), what the node had been through (`state`), another node, or other clients of a node that Pyx did not start.
 */
export type Circumstance = 'time' | 'liveness' | 'state' | 'another node' | 'other clients';

/** Where a case that failed by circumstance was tried again: see `Confirmation`. */
export type RetryPlace = 'in place' | 'same history' | 'fresh world';

/** One more run of a case that had failed by circumstance. */
export interface Retry {
  readonly place: RetryPlace;
  readonly status: Status;
  /** Why it was skipped or is inapplicable, or the message of the finding that it failed with. */
  readonly reason?: string;
}

/** One call as it was sent, for a finding. The writer masks secrets. */
export interface ShownCall {
  readonly method: string;
  /** The version of JSON-RPC, if it is not 1.0. */
  readonly jsonrpc?: '2.0';
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
  /** The further runs of a case that failed by circumstance, in order. */
  readonly retries?: readonly Retry[];
  readonly request?: ShownCall;
  readonly response?: ShownAnswer;
  /** Command that runs only this case again. */
  readonly replay?: string;
  /** Of the calls of the case that were answered. */
  readonly latencies?: Latencies;
  /** Name of the node that it was run on: `default-1`. */
  readonly node?: string;
  /** Of a failed case: the last lines that this node logged while it ran, if Pyx started the node. */
  readonly nodeLog?: readonly string[];
  /** Coverage ids that this case was the first to cover; see coverage.ts. */
  readonly hits: readonly string[];
}
