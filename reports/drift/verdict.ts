import { counted } from '../format.ts';
import { placeOf } from '../group-findings.ts';
import { lostSentence } from '../lost-nodes.ts';
import { problemOf, problemOfLoss, type ReportedProblem } from '../problem.ts';
import { verdictOf, type Verdict, type VerdictOptions } from '../verdict.ts';
import type { DriftResults, ReportedDrift } from './results.ts';

/** What a comparison of the specification with a node shows. Its problems are the findings that `failOn` names, and lost nodes. */
export function driftVerdict(
  results: Pick<DriftResults, 'findings' | 'failOn' | 'complete' | 'lost' | 'untried'>,
  options: VerdictOptions = {},
): Verdict {
  const { failOn, lost, findings } = results;
  const open = openFindings(results);
  const of = (name: ReportedDrift['class']): number => open.filter((finding) => finding.class === name).length;
  const failing = open.filter((finding) => failOn === 'any' || (failOn === 'breaking' && finding.class === 'breaking'));
  const accepted = findings.length - open.length;
  const known = accepted === 0 ? '' : `; ${counted(accepted, 'difference is', 'differences are')} accepted in the target file`;
  const untried = notCompared(results);
  const differences = [
    `${counted(open.length, 'difference')} between the documents and the node: ${of('breaking')} breaking, ${of('unclassified')} unclassified, ${of('compatible')} compatible${known}.`,
  ];
  const none =
    lost.length + untried.length === 0
      ? `No difference between the documents and the node is open${known}.`
      : `What was compared shows no open difference${known}.`;
  return verdictOf(
    {
      failed: [...(failing.length > 0 ? differences : []), ...(lost.length > 0 ? [lostSentence(lost)] : [])],
      untried,
      remarks:
        open.length === 0 || failing.length > 0 ? [] : [...differences, `None of them makes the comparison fail (--fail-on ${failOn}).`],
      facts: open.length === 0 ? [none] : [],
      problems: [...lost.map((loss) => problemOfLoss('drift', loss)), ...failing.map(problemOfDifference)],
    },
    options,
  );
}

/** What was asked for and not compared, besides what is missing because a node was lost. */
function notCompared({ complete, lost, untried }: Pick<DriftResults, 'complete' | 'lost' | 'untried'>): string[] {
  const cases = Object.values(untried).reduce((sum, count) => sum + count, 0);
  return [
    ...(cases > 0 ? [`${counted(cases, 'case')} could not be run.`] : []),
    ...(complete || lost.length + cases > 0 ? [] : ['The comparison was not completed.']),
  ];
}

/** The findings that the target file does not accept. */
export function openFindings({ findings }: Pick<DriftResults, 'findings'>): readonly ReportedDrift[] {
  return findings.filter(({ accepted }) => accepted === undefined);
}

function problemOfDifference({ change, class: ofChange, headline, source, places, evidence }: ReportedDrift): ReportedProblem {
  const methods = [...new Set(places.map(({ method }) => method))];
  return problemOf(`drift ${change} ${headline}`, {
    rule: `drift/${change}`,
    severity: ofChange === 'breaking' ? 'breaking' : 'minor',
    title: headline,
    message: evidence.text,
    place: placeOf({ methods, source }),
    methods,
    evidence: 'document',
    source,
    occurrences: Math.max(1, places.length),
    replay: evidence.replay ?? null,
  });
}
