import { counted } from '../format.ts';
import { placeOf } from '../group-findings.ts';
import { lostSentence } from '../lost-nodes.ts';
import { problemOf, problemOfLoss, type ReportedProblem } from '../problem.ts';
import type { Verdict } from '../verdict.ts';
import type { DriftResults, ReportedDrift } from './results.ts';

/** What a comparison of the specification with a node shows. Its problems are the findings that `failOn` names, and lost nodes. */
export function driftVerdict(results: Pick<DriftResults, 'findings' | 'failOn' | 'complete' | 'lost' | 'untried'>): Verdict {
  const { failOn, complete, lost, untried, findings } = results;
  const open = openFindings(results);
  const of = (name: ReportedDrift['class']): number => open.filter((finding) => finding.class === name).length;
  const failing = open.filter((finding) => failOn === 'any' || (failOn === 'breaking' && finding.class === 'breaking'));
  const accepted = findings.length - open.length;
  const known = accepted === 0 ? '' : `; ${counted(accepted, 'difference is', 'differences are')} accepted in the target file`;
  const whole = complete && lost.length === 0 && Object.keys(untried).length === 0;
  const code = failing.length > 0 || !whole ? 1 : 0;
  return {
    code,
    look: code === 0 ? 'good' : 'bad',
    title: open.length > 0 ? 'Drift' : lost.length > 0 ? 'Node lost' : whole ? 'No drift' : 'Incomplete',
    reasons: [
      open.length > 0
        ? `${counted(open.length, 'difference')} between the documents and the node: ${of('breaking')} breaking, ${of('unclassified')} unclassified, ${of('compatible')} compatible${known}.`
        : whole
          ? `No difference between the documents and the node is open${known}.`
          : `What was compared shows no open difference${known}.`,
      ...notCompared(results),
    ],
    problems: [...lost.map((loss) => problemOfLoss('drift', loss)), ...failing.map(problemOfDifference)],
  };
}

/** Why the comparison is not complete. */
function notCompared({ complete, lost, untried }: Pick<DriftResults, 'complete' | 'lost' | 'untried'>): string[] {
  const cases = Object.values(untried).reduce((sum, count) => sum + count, 0);
  return [
    ...(lost.length > 0 ? [lostSentence(lost)] : []),
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
