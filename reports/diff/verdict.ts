import { count, counted } from '../format.ts';
import type { DiffResults } from './results.ts';

export interface DiffVerdict {
  /** 2 if nothing could be compared; 1 for differences without a reason, and listed ones that no longer occur. */
  readonly code: 0 | 1 | 2;
  /** One or two words. */
  readonly title: string;
  readonly reasons: readonly string[];
}

/** What a comparison of two nodes shows. */
export function diffVerdict({ compared, alike, disagreements, stale }: DiffResults): DiffVerdict {
  const unknown = disagreements.filter(({ reason }) => reason === undefined).length;
  const known = disagreements.length - unknown;
  const share = (Math.floor((alike / Math.max(1, compared)) * 10_000) / 100).toFixed(2);
  const reasons = [
    `${counted(compared, 'case')} compared, ${count(alike)} alike: ${share} %.`,
    ...(unknown > 0 ? [`${counted(unknown, 'case')} without a known reason.`] : []),
    ...(known > 0 ? [`${counted(known, 'case')} with a known reason.`] : []),
    ...(stale.length > 0 ? [`${counted(stale.length, 'listed difference')} no longer occurring.`] : []),
  ];
  if (compared === 0) return { code: 2, title: 'Nothing compared', reasons };
  return unknown > 0 || stale.length > 0 ? { code: 1, title: 'Different', reasons } : { code: 0, title: 'Alike', reasons };
}
