import { defined } from '../specs/model/defined.ts';
import { isFailing } from './judge.ts';
import type { Finding, Outcome } from './outcome.ts';

/** The check of findings that something took too long. */
export const TIME_LIMIT = 'timeout';
/** Checks of the findings that a node was lost. */
const LOSSES: ReadonlySet<string> = new Set(['died', 'unresponsive']);

/** The outcome to report for a case that failed and was run again on a fresh node and world. */
export function confirmed(first: Outcome, again: Outcome): Outcome {
  const hits = [...first.hits, ...again.hits];
  const loss = lossIn(first);
  if (again.internal === true || (again.status === 'failed' && (!loss || lossIn(again)))) return { ...again, hits };
  return loss ? withUnrepeatedLoss(first, again, loss, hits) : unrepeated({ ...first, hits });
}

/** The finding that the node of a case was lost: it died, or no longer answers. Undefined also if it is waived. */
export function lossIn({ findings }: Pick<Outcome, 'findings'>): Finding | undefined {
  return findings.find((finding) => LOSSES.has(finding.check) && isFailing(finding));
}

/** The node was lost in the first run only: that remains a finding, together with the findings of the complete second run. */
function withUnrepeatedLoss(first: Outcome, again: Outcome, loss: Finding, hits: readonly string[]): Outcome {
  const { request, response, replay } = first;
  const { request: _request, response: _response, replay: _replay, ...rest } = again;
  return {
    ...rest,
    status: 'failed',
    flaky: true,
    findings: [{ ...loss, message: `${loss.message}; not reproduced on a fresh node` }, ...again.findings],
    hits,
    ...defined({ request, response, replay }),
  };
}

/**
 * A failure that was not reproduced becomes an observation, unless it concerns the node's health. A timeout that was not
 * reproduced, of a node that is running, is not a defect of the node: the machine may have been busy.
 */
function unrepeated(outcome: Outcome): Outcome {
  if (outcome.findings.some((finding) => finding.evidence === 'health' && finding.check !== TIME_LIMIT)) return { ...outcome, flaky: true };
  return {
    ...outcome,
    status: 'observed',
    flaky: true,
    findings: outcome.findings.map((finding) =>
      isFailing(finding)
        ? { ...finding, evidence: 'observation' as const, message: `flaky (not reproduced on a fresh world): ${finding.message}` }
        : finding,
    ),
  };
}
