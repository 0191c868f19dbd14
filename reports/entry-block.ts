import { entryText } from '../engine/accepted-entry.ts';
import type { What } from '../engine/difference.ts';
import { forTerminal } from './escape.ts';
import { defined } from '../specs/model/defined.ts';
import type { Difference as ReportedDifference } from '../specs/model/generated/results/shared.d.ts';

/** The lines of a target file that accept these differences, to be copied; undefined for none. `subversion`: of the node that shows them. */
export function entryBlock(differences: readonly (What | ReportedDifference)[], subversion: string): string | undefined {
  if (differences.length === 0) return undefined;
  return `accepted:\n${entryText(differences.map(whatIn), { seen: subversion === '' ? undefined : subversion })}`;
}

/** A difference in results, as it was written. */
export const whatIn = ({ check, ...rest }: What | ReportedDifference): What => ({ check, ...defined(rest) });

/** The title of an entry in a terminal. */
export const TO_ACCEPT = 'If it stays, add this to the target file (pyx accept does it):';

/** The lines of a terminal with a text for a file of the user: without indent, to be copied unchanged. None without a text. */
export function copied(title: string, text: string | undefined): string[] {
  return text === undefined ? [] : ['', title, '', ...text.split('\n').map((line) => forTerminal(line))];
}
