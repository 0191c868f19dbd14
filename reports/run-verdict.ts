import { isAtLeast, severities } from '../engine/severity.ts';
import { count, counted } from './format.ts';
import type { Digest, SeverityCounts, Totals } from './digest.ts';
import { placeOf, type FindingGroup } from './group-findings.ts';
import { problemOf, type ReportedProblem } from './problem.ts';
import type { Verdict } from './verdict.ts';

/**
 * 2 for an internal error in Pyx; else 1 if a case failed by a finding of the severity `failOn` or a more serious one, a case is unstable,
 * the run is not complete or a selected case was not run; else 0.
 */
export function exitCode(run: Pick<Digest, 'totals' | 'severities' | 'failOn' | 'complete' | 'internalErrors'>): 0 | 1 | 2 {
  if (run.internalErrors > 0) return 2;
  return decidingFailures(run) > 0 || run.totals.unstable > 0 || !run.complete || run.totals.skipped > 0 ? 1 : 0;
}

/** Number of failed cases that make the run fail. */
function decidingFailures({ severities: failed, failOn }: Pick<Digest, 'severities' | 'failOn'>): number {
  return severities.filter((severity) => isAtLeast(severity, failOn)).reduce((sum, severity) => sum + failed[severity], 0);
}

/** `3 breaking, 12 minor`: the severities that occur, most serious first. */
function severitiesText(failed: SeverityCounts): string {
  return severities
    .filter((severity) => failed[severity] > 0)
    .map((severity) => `${count(failed[severity])} ${severity}`)
    .join(', ');
}

/** The verdict on a run. */
export function runVerdict(digest: Digest): Verdict {
  const { totals, complete, stopped, internalErrors, unconfirmed, planned, failures } = digest;
  const deciding = decidingFailures(digest);
  const all = Object.values(totals).reduce((sum, value) => sum + value, 0);
  const reasons: string[] = [];
  if (internalErrors > 0)
    reasons.push(`${counted(internalErrors, 'case')} could not be judged because of an internal error in Pyx (please report it).`);
  if (totals.failed > 0) {
    const causes = failures.length === 1 ? 'one cause' : counted(failures.length, 'cause');
    const doubt = unconfirmed > 0 ? `; ${count(unconfirmed)} not confirmed, because the run ended before the retry` : '';
    reasons.push(`${counted(totals.failed, 'case')} failed (${severitiesText(digest.severities)}), from ${causes}${doubt}.`);
    if (deciding === 0) reasons.push(`None of them makes the run fail (--fail-on ${digest.failOn}).`);
  }
  if (totals.unstable > 0)
    reasons.push(
      `${counted(totals.unstable, 'case')} ${totals.unstable === 1 ? 'is' : 'are'} unstable: failed by circumstance, and not when tried again.`,
    );
  if (!complete) {
    // Findings about the target file are outcomes without a planned case.
    const tried = Math.min(planned, all - totals.skipped);
    const share = `${count(tried)} of ${counted(planned, 'case')} run`;
    // All that was planned is known to have been run if only a shard is missing.
    const why = stopped === undefined ? share : tried < planned ? `${share} (${stopped})` : stopped;
    reasons.push(`The run is not complete: ${why}.`);
  } else if (totals.skipped > 0) {
    reasons.push(`${counted(totals.skipped, 'case')} of the selection could not be run.`);
  }
  const code = exitCode(digest);
  // The code of a run without findings is 0, but observations and inapplicable cases do not show that a node conforms.
  const judged = totals.passed + totals.waived + totals.failed > 0;
  if (code === 0 && totals.failed === 0) reasons.push(judged ? goodReason(totals) : openReason(totals));
  const title = titleOf(digest, { code, deciding, judged });
  const look = code !== 0 ? 'bad' : judged && totals.failed === 0 ? 'good' : 'neutral';
  return { code, look, title, reasons, problems: digest.failures.map(problemOfGroup) };
}

function titleOf(
  { totals, complete }: Digest,
  { code, deciding, judged }: { readonly code: number; readonly deciding: number; readonly judged: boolean },
): string {
  if (code === 2) return 'Internal error';
  if (deciding > 0) return 'Failed';
  if (!complete) return 'Incomplete';
  if (totals.unstable > 0) return 'Inconclusive';
  if (totals.skipped > 0) return 'Not all cases run';
  if (totals.failed > 0) return 'Passed with remarks';
  return judged ? 'Passed' : 'Nothing judged';
}

function goodReason({ passed, waived }: Totals): string {
  return passed > 0 ? `${counted(passed, 'case')} passed, none failed.` : `No case failed; ${counted(waived, 'case')} waived.`;
}

function openReason({ observed, inapplicable }: Totals): string {
  const parts = [
    ...(observed > 0 ? [`${count(observed)} observed (the documents leave the answer open)`] : []),
    ...(inapplicable > 0 ? [`${count(inapplicable)} inapplicable (not possible on this target)`] : []),
  ];
  return `No case passed or failed: ${parts.length > 0 ? parts.join(', ') : 'no case was selected'}.`;
}

/** A cause of failures. */
function problemOfGroup(group: FindingGroup): ReportedProblem {
  const sample = group.samples[0];
  return problemOf(`run ${group.key}`, {
    rule: `${group.evidence}/${group.check}`,
    severity: group.severity,
    title: group.headline,
    message: sample?.finding.message ?? group.headline,
    place: placeOf(group),
    methods: group.methods,
    // An observation fails no case.
    evidence: group.evidence as ReportedProblem['evidence'],
    source: group.source,
    occurrences: group.cases,
    replay: sample?.replay ?? null,
  });
}
