import { counted } from '../format.ts';
import type { DriftResults, ReportedDrift } from './results.ts';

export interface DriftVerdict {
  /** Exit code: 0 no finding that `--fail-on` names, 1 findings. */
  readonly code: 0 | 1;
  readonly title: 'No drift' | 'Drift' | 'Incomplete';
  readonly sentence: string;
}

/** What a comparison of the specification with a node shows. */
export function driftVerdict(results: Pick<DriftResults, 'findings' | 'failOn' | 'complete'>): DriftVerdict {
  const open = openFindings(results);
  const of = (name: ReportedDrift['class']): number => open.filter((finding) => finding.class === name).length;
  const fails = results.failOn === 'any' ? open.length > 0 : results.failOn === 'breaking' && of('breaking') > 0;
  const accepted = results.findings.length - open.length;
  const known = accepted === 0 ? '' : `; ${counted(accepted, 'difference is', 'differences are')} accepted in the target file`;
  return {
    code: fails ? 1 : 0,
    title: open.length > 0 ? 'Drift' : results.complete ? 'No drift' : 'Incomplete',
    sentence:
      open.length === 0
        ? `No difference between the documents and the node is open${known}.`
        : `${counted(open.length, 'difference')} between the documents and the node: ${of('breaking')} breaking, ${of('unclassified')} unclassified, ${of('compatible')} compatible${known}.`,
  };
}

/** The findings that the target file does not accept. */
export function openFindings({ findings }: Pick<DriftResults, 'findings'>): readonly ReportedDrift[] {
  return findings.filter(({ accepted }) => accepted === undefined);
}
