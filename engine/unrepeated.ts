import { isFailing } from './judge.ts';
import type { Outcome } from './types.ts';

/** The check of findings that say no more than that something took too long. */
export const TIME_LIMIT = 'timeout';

/**
 * A failure that did not repeat: not proven, so observed, unless the node's health was at stake. A time limit that was
 * passed once and not again, by a node that lives, is no defect of the node: the machine may have been busy.
 */
export function unrepeated(outcome: Outcome): Outcome {
  if (outcome.findings.some((finding) => finding.evidence === 'health' && finding.check !== TIME_LIMIT)) return { ...outcome, flaky: true };
  return {
    ...outcome,
    status: 'observed',
    flaky: true,
    findings: outcome.findings.map((finding) => (isFailing(finding)
      ? { ...finding, evidence: 'observation' as const, message: `flaky (once, not again on a fresh world): ${finding.message}` }
      : finding)),
  };
}
