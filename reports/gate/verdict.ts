import { counted } from '../format.ts';
import { jointVerdict } from '../joint-verdict.ts';
import type { Verdict, VerdictOptions } from '../verdict.ts';
import type { GateResults } from './results.ts';

/** The verdict on a release: the most serious one of its parts. */
export function gateVerdict(
  { parts, problems }: Pick<GateResults, 'parts' | 'problems'>,
  { inconclusive }: Pick<VerdictOptions, 'inconclusive'> = {},
): Verdict {
  const facts = parts.every(({ title }) => title === 'Passed') ? [`${counted(parts.length, 'part')} without findings.`] : [];
  return jointVerdict(parts, { facts, problems }, inconclusive);
}
