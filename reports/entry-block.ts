import { entryText } from '../engine/accepted-entry.ts';
import type { What } from '../engine/difference.ts';
import { defined } from '../specs/model/defined.ts';
import type { Difference as ReportedDifference } from '../specs/model/generated/results/shared.d.ts';

/** The lines of a target file that accept these differences, to be copied; undefined for none. `subversion`: of the node that shows them. */
export function entryBlock(differences: readonly (What | ReportedDifference)[], subversion: string): string | undefined {
  if (differences.length === 0) return undefined;
  return `accepted:\n${entryText(differences.map(whatIn), { seen: subversion === '' ? undefined : subversion })}`;
}

/** A difference in results, as it was written. */
export const whatIn = ({ check, ...rest }: What | ReportedDifference): What => ({ check, ...defined(rest) });
