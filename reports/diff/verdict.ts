import { count, counted } from '../format.ts';
import { lostSentence } from '../lost-nodes.ts';
import type { DiffResults } from './results.ts';

export interface DiffVerdict {
  /** 2 if nothing could be compared; 1 for differences without a reason, listed ones that no longer occur, lost nodes and cases that
   * could not be run. */
  readonly code: 0 | 1 | 2;
  /** One or two words. */
  readonly title: string;
  readonly reasons: readonly string[];
}

/** What a comparison of two nodes shows. */
export function diffVerdict({ compared, alike, disagreements, stale, lost, untried }: DiffResults): DiffVerdict {
  const unknown = disagreements.filter(({ reason }) => reason === undefined).length;
  const known = disagreements.length - unknown;
  const share = (Math.floor((alike / Math.max(1, compared)) * 10_000) / 100).toFixed(2);
  const reasons = [
    `${counted(compared, 'case')} compared, ${count(alike)} alike: ${share} %.`,
    ...(unknown > 0 ? [`${counted(unknown, 'case')} without a known reason.`] : []),
    ...(known > 0 ? [`${counted(known, 'case')} with a known reason.`] : []),
    ...(stale.length > 0 ? [`${counted(stale.length, 'listed difference')} no longer occurring.`] : []),
    ...(lost.length > 0 ? [lostSentence(lost)] : []),
    ...(untried > 0 ? [`${counted(untried, 'case')} could not be run on both nodes.`] : []),
  ];
  if (compared === 0) return { code: 2, title: 'Nothing compared', reasons };
  if (unknown > 0 || stale.length > 0) return { code: 1, title: 'Different', reasons };
  if (lost.length > 0) return { code: 1, title: 'Node lost', reasons };
  return untried > 0 ? { code: 1, title: 'Incomplete', reasons } : { code: 0, title: 'Alike', reasons };
}
