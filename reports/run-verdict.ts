import { isAtLeast, severities } from '../engine/severity.ts';
import { count, counted } from './format.ts';
import type { Digest, SeverityCounts, Totals } from './digest.ts';
import { placeOf, type FindingGroup } from './group-findings.ts';
import { problemOf, type ReportedProblem } from './problem.ts';
import { heardText } from './run-origin.ts';
import { verdictOf, type Verdict } from './verdict.ts';

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
  const { totals, complete, internalErrors, inconclusive, cause } = digest;
  const decides = decidingFailures(digest) > 0;
  const failures = failureReasons(digest);
  const stopped = stopReasons(digest);
  const judged = totals.passed + totals.waived + totals.failed > 0;
  // All that was asked for was tried: all cases, or those for which there was time.
  const isDone = complete || cause === 'time';
  // Observations and inapplicable cases do not show that a node conforms.
  const open = isDone && !judged && totals.skipped + totals.unstable === 0 ? [openReason(digest)] : [];
  // Whether anything was judged is known of all shards together.
  const isShard = digest.start.shard !== undefined;
  return verdictOf(
    {
      notDone: [
        ...(internalErrors > 0
          ? [`${counted(internalErrors, 'case')} could not be judged because of an internal error in Pyx (please report it).`]
          : []),
        ...(cause === 'refusal' ? stopped : []),
      ],
      failed: [...(decides ? failures : []), ...commandReason(digest)],
      untried: cause === 'refusal' ? [] : stopped,
      undecided: [
        ...(totals.unstable > 0
          ? [
              `${counted(totals.unstable, 'case')} ${totals.unstable === 1 ? 'is' : 'are'} unstable: failed by circumstance, and not when tried again.`,
            ]
          : []),
        ...(isShard ? [] : open),
      ],
      remarks: [
        ...(isShard ? open : []),
        ...(decides || failures.length === 0 ? [] : [...failures, `None of them makes the run fail (--fail-on ${digest.failOn}).`]),
        ...(cause === 'time' ? [timeReason(digest)] : []),
        ...unmetReasons(digest),
      ],
      facts: [
        ...(isDone && judged && totals.failed + totals.unstable + totals.skipped === 0 ? [goodReason(totals)] : []),
        ...(digest.heard ? [heardText(digest.heard)] : []),
        ...(digest.start.listened ? unheard(digest, 'inapplicable') : []),
      ],
      problems: digest.failures.map(problemOfGroup),
    },
    { inconclusive, interrupted: cause === 'interruption' },
  );
}

function failureReasons({ totals, failures, unconfirmed, severities: bySeverity }: Digest): string[] {
  if (totals.failed === 0) return [];
  const causes = failures.length === 1 ? 'one cause' : counted(failures.length, 'cause');
  const doubt = unconfirmed > 0 ? `; ${count(unconfirmed)} not confirmed, because the run ended before the retry` : '';
  return [`${counted(totals.failed, 'case')} failed (${severitiesText(bySeverity)}), from ${causes}${doubt}.`];
}

/** A command that failed on its own is not made good by what passed. */
function commandReason({ commandCode = 0 }: Digest): string[] {
  return commandCode === 0 ? [] : [`The command ended with exit code ${commandCode}.`];
}

/** What passed between clients and the node and was not checked. */
function unheard({ untried }: Digest, of: 'skipped' | 'inapplicable'): string[] {
  return untried.filter(({ status }) => status === of).map(({ reason }) => `${reason}.`);
}

/** What was selected and not run. */
function stopReasons(digest: Digest): string[] {
  const { totals, complete, stopped, planned, cause, start } = digest;
  if (start.listened) return complete ? unheard(digest, 'skipped') : ['It was ended before its results were written.'];
  if (complete || cause === 'time')
    return totals.skipped > 0 ? [`${counted(totals.skipped, 'case')} of the selection could not be run.`] : [];
  // Findings about the target file are outcomes without a planned case.
  const tried = Math.min(planned, Object.values(totals).reduce((sum, value) => sum + value, 0) - totals.skipped);
  const share = `${count(tried)} of ${counted(planned, 'case')} run`;
  // All that was planned is known to have been run if only a shard is missing.
  const why = stopped === undefined ? share : tried < planned ? `${share} (${stopped})` : stopped;
  return [`The run is not complete: ${why}.`];
}

/** So many cases that do not apply for one reason, which is not known of the target, are a part of the standard that nobody judges. */
const MANY_UNMET = 10;

/** Prerequisites that the node did not provide: a node that is wrong there has many cases that do not apply. */
function unmetReasons({ untried }: Digest): string[] {
  return untried
    .filter(({ status, begun }) => status === 'inapplicable' && begun >= MANY_UNMET)
    .map(({ begun, reason }) => `${counted(begun, 'case')} could not be judged by what the node answered: ${reason}.`);
}

/** What was not begun within the time that the user gave, which was their wish. */
function timeReason({ start, suites, planned }: Digest): string {
  const ofSuite = (name: string): number => Object.values(suites.get(name)?.totals ?? {}).reduce((sum, value) => sum + value, 0);
  const left = Object.entries(start.suites)
    .map(([name, all]) => ({ name, left: all - ofSuite(name) }))
    .filter((suite) => suite.left > 0);
  const all = left.reduce((sum, suite) => sum + suite.left, 0);
  const parts = left.map((suite) => `${count(suite.left)} of ${suite.name}`).join(', ');
  return `The time given (--time) was used up: ${count(planned - all)} of ${counted(planned, 'case')} run; not begun: ${parts}.`;
}

function goodReason({ passed, waived }: Totals): string {
  return passed > 0 ? `${counted(passed, 'case')} passed, none failed.` : `No case failed; ${counted(waived, 'case')} waived.`;
}

function openReason({ totals: { observed, inapplicable }, cause, start }: Digest): string {
  if (start.listened) return 'Nothing could be judged: no call with a documented answer was heard.';
  const parts = [
    ...(observed > 0 ? [`${count(observed)} observed (the documents leave the answer open)`] : []),
    ...(inapplicable > 0 ? [`${count(inapplicable)} inapplicable (not possible on this target)`] : []),
  ];
  return `No case passed or failed: ${parts.length > 0 ? parts.join(', ') : cause === 'time' ? 'there was time for none' : 'no case was selected'}.`;
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
