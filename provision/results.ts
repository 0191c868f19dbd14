import type { ReportedTarget } from '../engine/reported-target.ts';
import type { TokenState } from '../fixtures/registry/token-state.ts';
import type { StateRowId } from '../specs/model/generated/ids.d.ts';

/** A call of a step. Texts are JSON, and may hold what a node said. */
export interface ProvisionCall {
  readonly method: string;
  readonly args: string;
  /** The result; undefined if it was refused. */
  readonly result?: string;
  readonly error?: string;
}

/** An attempt to register. */
export interface RegistryAttempt {
  /** Height of the chain. */
  readonly height: number;
  readonly txid: string;
  /** What the registry page shows. */
  readonly message: string;
  readonly isRegistered: boolean;
}

/** What `assetinfo` reports after a step, amounts as text. */
export interface TokenFacts {
  readonly contract: string;
  readonly balance: string;
  readonly totalSupply: string;
  readonly maxSupply: string;
  readonly updateFlags: number;
}

/** One step: a row of the table of states of document 3. */
export interface ProvisionStep {
  readonly row: StateRowId;
  /** The row as the documents have it. */
  readonly source: string;
  readonly title: string;
  readonly before: TokenState;
  readonly after: TokenState;
  readonly height: number;
  readonly calls: readonly ProvisionCall[];
  readonly attempts: readonly RegistryAttempt[];
  /** Undefined where the node shows no token. */
  readonly token?: TokenFacts;
  /** How the node was lost that died or stopped answering, with its last lines. */
  readonly lost?: string;
  /** What contradicts the row, and why the step was not made. */
  readonly problems: readonly string[];
}

/** A provisioning from its beginning to its end: `provision.json`. */
export interface ProvisionResults {
  readonly pyx: string;
  readonly seed: number;
  readonly startedAt: string;
  readonly durationMs: number;
  /** All steps were made. */
  readonly complete: boolean;
  readonly target: ReportedTarget;
  /** Number of the token, once it is made. */
  readonly guid: number | null;
  readonly superblockCycle: number;
  readonly steps: readonly ProvisionStep[];
  /** What was left on a node that Pyx did not start. */
  readonly left: readonly string[];
}
