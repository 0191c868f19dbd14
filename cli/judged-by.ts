import type { DigestOptions } from '../reports/digest.ts';
import { judgedByRelease, judgedOf } from '../reports/selfcheck/judged.ts';
import { readSelfcheckResults } from '../reports/selfcheck/read-selfcheck-results.ts';

/** What is judged: by the selfcheck that `--selfcheck` names, else by that of the release. Throws `SelfcheckResultsError`. */
export function judgedBy(file: string | undefined): NonNullable<DigestOptions['judged']> {
  if (file === undefined) return judgedByRelease;
  const judged = judgedOf(readSelfcheckResults(file));
  return () => judged;
}
