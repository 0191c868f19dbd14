import { isFailing } from './judge.ts';
import type { Outcome } from './types.ts';

/** A failure that did not repeat: not proven, so observed, unless the node's health was at stake. */
export function unrepeated(outcome: Outcome): Outcome {
  if (outcome.findings.some((finding) => finding.evidence === 'health')) return { ...outcome, flaky: true };
  return {
    ...outcome,
    status: 'observed',
    flaky: true,
    findings: outcome.findings.map((finding) => (isFailing(finding)
      ? { ...finding, evidence: 'observation' as const, message: `flaky (once, not again on a fresh world): ${finding.message}` }
      : finding)),
  };
}
