import type { Look } from '../verdict.ts';
import type { FuzzState } from './fuzz-live.ts';
import type { LoadState } from './load-live.ts';
import type { RunState } from './run-live.ts';
import type { SelfcheckState } from './selfcheck-live.ts';
import type { TpsState } from './tps-live.ts';

/** The state of a command, as data. */
export type LiveState = FuzzState | LoadState | RunState | SelfcheckState | TpsState;

/** The commands that a live page can show. */
export type LiveKind = LiveState['kind'];

/** How a command ended. */
export interface LiveEnd {
  readonly title: string;
  readonly look: Look;
  readonly reasons: readonly string[];
  /** The folder of its reports; undefined if it has none. */
  readonly outDir?: string | undefined;
}

/** All that a live page shows. Secrets are masked; texts are not escaped. */
export interface LiveFrame {
  /** `pyx load` */
  readonly command: string;
  /** ISO 8601 */
  readonly startedAt: string;
  readonly durationMs: number;
  /** It was interrupted, and ends. */
  readonly isStopping: boolean;
  /** The newest lines that the command has printed for people. */
  readonly notes: readonly string[];
  /** Undefined before there is anything to show. */
  readonly state: LiveState | undefined;
  readonly end: LiveEnd | undefined;
}
