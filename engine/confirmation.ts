import { defined } from '../specs/model/defined.ts';
import { isFailing } from './judge.ts';
import type { Finding, Outcome } from './types.ts';

/** The check of findings that say no more than that something took too long. */
export const TIME_LIMIT = 'timeout';
/** Checks of the findings that a node was lost. */
const LOSSES: ReadonlySet<string> = new Set(['died', 'unresponsive']);

/** What is reported of a case that failed and was tried again, on a fresh node and world. */
export function confirmed(first: Outcome, again: Outcome): Outcome {
  const hits = [...first.hits, ...again.hits];
  const loss = lossOf(first);
  if (again.internal === true || (again.status === 'failed' && (!loss || lossOf(again)))) return { ...again, hits };
  return loss ? withUnrepeatedLoss(first, again, loss, hits) : unrepeated({ ...first, hits });
}

function lossOf({ findings }: Outcome): Finding | undefined {
  return findings.find((finding) => LOSSES.has(finding.check) && isFailing(finding));
}

/** The node was lost once, which stays a finding; the case has come to its end without that, and what it found counts. */
function withUnrepeatedLoss(first: Outcome, again: Outcome, loss: Finding, hits: readonly string[]): Outcome {
  const { request, response, replay } = first;
  const { request: _request, response: _response, replay: _replay, ...rest } = again;
  return {
    ...rest,
    status: 'failed',
    flaky: true,
    findings: [{ ...loss, message: `${loss.message}; not again on a fresh node` }, ...again.findings],
    hits,
    ...defined({ request, response, replay }),
  };
}

/**
 * A failure that did not repeat: not proven, so observed, unless the node's health was at stake. A time limit that was
 * passed once and not again, by a node that lives, is no defect of the node: the machine may have been busy.
 */
function unrepeated(outcome: Outcome): Outcome {
  if (outcome.findings.some((finding) => finding.evidence === 'health' && finding.check !== TIME_LIMIT)) return { ...outcome, flaky: true };
  return {
    ...outcome,
    status: 'observed',
    flaky: true,
    findings: outcome.findings.map((finding) =>
      isFailing(finding)
        ? { ...finding, evidence: 'observation' as const, message: `flaky (once, not again on a fresh world): ${finding.message}` }
        : finding,
    ),
  };
}
