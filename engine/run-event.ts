import type { Finding } from './outcome.ts';

/** Events of a run other than outcomes. */
export type RunEvent =
  | { readonly type: 'suspect'; readonly id: string; readonly findings: readonly Finding[] }
  | { readonly type: 'note'; readonly text: string }
  /** This number of failures is now confirmed, each on a fresh world. */
  | { readonly type: 'confirming'; readonly cases: number }
  | { readonly type: 'time'; readonly what: string; readonly ms: number; readonly node?: string }
  /** The run ends before all cases were run. */
  | { readonly type: 'stopped'; readonly reason: string; readonly cause?: 'time' };
