import { counted } from '../format.ts';
import { lostSentence } from '../lost-nodes.ts';
import type { DriftResults, ReportedDrift } from './results.ts';

export interface DriftVerdict {
  /** Exit code: 1 for findings that `--fail-on` names, lost nodes and what could not be compared, else 0. */
  readonly code: 0 | 1;
  readonly title: 'No drift' | 'Drift' | 'Node lost' | 'Incomplete';
  readonly sentence: string;
}

/** What a comparison of the specification with a node shows. */
export function driftVerdict(results: Pick<DriftResults, 'findings' | 'failOn' | 'complete' | 'lost' | 'untried'>): DriftVerdict {
  const { failOn, complete, lost, untried, findings } = results;
  const open = openFindings(results);
  const of = (name: ReportedDrift['class']): number => open.filter((finding) => finding.class === name).length;
  const fails = failOn === 'any' ? open.length > 0 : failOn === 'breaking' && of('breaking') > 0;
  const accepted = findings.length - open.length;
  const known = accepted === 0 ? '' : `; ${counted(accepted, 'difference is', 'differences are')} accepted in the target file`;
  const whole = complete && lost.length === 0 && Object.keys(untried).length === 0;
  const sentences = [
    open.length > 0
      ? `${counted(open.length, 'difference')} between the documents and the node: ${of('breaking')} breaking, ${of('unclassified')} unclassified, ${of('compatible')} compatible${known}.`
      : whole
        ? `No difference between the documents and the node is open${known}.`
        : `What was compared shows no open difference${known}.`,
    ...notCompared(results),
  ];
  return {
    code: fails || !whole ? 1 : 0,
    title: open.length > 0 ? 'Drift' : lost.length > 0 ? 'Node lost' : whole ? 'No drift' : 'Incomplete',
    sentence: sentences.join(' '),
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
