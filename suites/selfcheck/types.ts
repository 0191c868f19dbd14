import type { Reply } from '../../client/types.ts';
import type { Random } from '../../fixtures/world/random.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import type { Wire } from '../../specs/model/wire.ts';

/** One call between the client and the node, as a fault sees it. Names are neutral; a subcommand's prefix is part of the id. */
export interface SeenCall {
  readonly id: MethodId;
  /** Arguments in order. */
  readonly params: readonly Wire[];
  /** The wallet of the path; undefined for `/`. */
  readonly wallet: string | undefined;
}

/** Calls the node behind the fault. Field names in the reply are neutral. */
export type Ask = (id: MethodId, params: readonly Wire[], wallet?: string) => Promise<Reply>;

/**
 * Alters what passes between client and node. A part that returns undefined, or exactly what it received, leaves the
 * call unchanged, and the fault then does not count as applied. State of its own (an earlier answer) lives in it.
 */
export interface Alteration {
  /** Calls of other methods pass unchanged. */
  readonly only?: MethodId;
  /** The call that the node receives: other arguments, another wallet. */
  readonly forward?: (call: SeenCall, ask: Ask) => Promise<SeenCall | undefined> | SeenCall | undefined;
  /** An answer without a call of the node. */
  readonly instead?: (call: SeenCall, ask: Ask) => Promise<Reply | undefined> | Reply | undefined;
  /** The answer in place of the node's own. */
  readonly answer?: (reply: Reply, call: SeenCall, ask: Ask) => Promise<Reply | undefined> | Reply | undefined;
  /** The node receives the call twice. The first answer is returned, so that only the effect shows. */
  readonly repeat?: true;
  /** The answer comes after the time limit of the call. */
  readonly late?: true;
}

/** Which side of a call an operator alters: its arguments, its result or error, or the HTTP answer around it. */
export type FaultFamily = 'request' | 'answer' | 'http';

/** `request/left-out`, `answer/plus-one`, `http/status` … */
export type OperatorId = `${FaultFamily}/${string}`;

/** Why a fault contradicts nothing: the scope rule that says so, and its reason for this fault. */
export interface OutOfScope {
  readonly rule: string;
  readonly reason: string;
}

/** One way to contradict the documents: an operator at one place of a method. */
export interface PlantedFault {
  /** `request/left-out/listunspent.query_options.minimumAmount`, `answer/dropped/getblock#verbosity=1:tx` */
  readonly id: string;
  readonly operator: OperatorId;
  readonly method: MethodId;
  /** Path of the parameter, member or field; empty for the whole call or answer. */
  readonly place: string;
  /** Variant of the method whose answers it alters; undefined for every call. */
  readonly variant?: string;
  /** Coverage ids (see `engine/coverage.ts`) that are shown to be judged when this fault is found. */
  readonly covers: readonly string[];
  /** What a node with this fault contradicts. */
  readonly sentence: { readonly text: string; readonly source: string };
  /** Set if no sentence speaks of it. */
  readonly outOfScope?: OutOfScope;
  /** A new alteration, without state of earlier calls. */
  make(random: Random): Alteration;
}

/** One call of a clean run. */
export interface ObservedCall extends SeenCall {
  readonly reply: Reply;
  /** Id of the case that made it. */
  readonly caseId: string;
}

/** The calls of a clean run, by method. Faults take replacement values from them. */
export type ObservedCalls = ReadonlyMap<MethodId, readonly ObservedCall[]>;
