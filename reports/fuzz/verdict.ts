import { count, counted } from '../format.ts';
import type { FuzzResults } from './results.ts';

export interface FuzzVerdict {
  /** Exit code: 0 no failure, 1 failures. */
  readonly code: 0 | 1;
  /** `Passed`, `Failed` or `Incomplete`. */
  readonly title: string;
  readonly sentence: string;
}

/** What a fuzz run shows. */
export function fuzzVerdict({ findings, runs, complete, corpus }: FuzzResults): FuzzVerdict {
  const failures = findings.filter(({ failure }) => failure).length;
  const sent = runs === 0 ? `${counted(corpus.replayed, 'finding')} replayed` : `${count(runs)} requests`;
  if (failures > 0) return { code: 1, title: 'Failed', sentence: `${sent}, ${counted(failures, 'failure')}.` };
  return {
    code: 0,
    title: complete ? 'Passed' : 'Incomplete',
    sentence: `${sent}, no failure${complete ? '' : ' before the interruption'}.`,
  };
}
