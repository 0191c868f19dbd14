import { counted } from '../format.ts';
import type { Verdict } from '../verdict.ts';
import type { GatePart, GateResults } from './results.ts';

const INTERRUPTED = 130;

/**
 * The verdict on a release, by its parts: 130 if the gate was interrupted, else 2 if a part could not be done, else 1 if a part has
 * findings, else 0.
 */
export function gateVerdict({ parts, problems }: Pick<GateResults, 'parts' | 'problems'>): Verdict {
  const having = (code: number | null): readonly GatePart[] => parts.filter(({ exitCode }) => exitCode === code);
  const [interrupted, impossible, found, untried] = [having(INTERRUPTED), having(2), having(1), having(null)];
  const names = (some: readonly GatePart[]): string => some.map(({ name }) => name).join('; ');
  const reasons = [
    ...(interrupted.length > 0 ? [`Interrupted: ${names(interrupted)}.`] : []),
    ...(impossible.length > 0 ? [`Could not be done: ${names(impossible)}.`] : []),
    ...(found.length > 0 ? [`With findings: ${names(found)}.`] : []),
    ...(untried.length > 0 ? [`Not run: ${names(untried)}.`] : []),
  ];
  const bad = (code: 1 | 2 | typeof INTERRUPTED, title: string): Verdict => ({ code, look: 'bad', title, reasons, problems });
  if (interrupted.length > 0) return bad(INTERRUPTED, 'Interrupted');
  if (impossible.length > 0) return bad(2, 'Not possible');
  if (found.length > 0) return bad(1, 'Failed');
  return { code: 0, look: 'good', title: 'Passed', reasons: [`${counted(parts.length, 'part')} without findings.`], problems };
}
