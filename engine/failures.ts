import { isFailing } from './judge.ts';
import type { Finding, Outcome } from './outcome.ts';
import { isAtLeast, mostSerious, type Severity } from './severity.ts';
import { severityOf } from './severity-of.ts';

/** What makes a run fail besides its findings from `failOn` on. */
export interface FailPolicy {
  readonly failOn: Severity;
  /** What a case counts as that is unstable. */
  readonly inconclusive: 'fail' | 'pass';
}

/** The findings that failed a case. A case that failed without a finding (an internal error) gets one from its reason. */
export function failuresOf(outcome: Outcome): Finding[] {
  const failing = outcome.findings.filter(isFailing);
  if (failing.length > 0) return failing;
  return [
    {
      check: outcome.internal === true ? 'internal' : 'unexplained',
      evidence: 'health',
      source: 'Pyx',
      message: outcome.reason ?? 'the case failed without a finding',
    },
  ];
}

/** The findings of a failed case with a separate cause: broken connections of a node that died are not one. */
export function causesIn(findings: readonly Finding[]): readonly Finding[] {
  if (!findings.some(({ check }) => check === 'died')) return findings;
  return findings.filter(({ check, evidence }) => check === 'died' || evidence !== 'health');
}

/** The severity of a failed case: that of its most serious finding. */
export function severityOfFailure(outcome: Outcome): Severity {
  return mostSerious(causesIn(failuresOf(outcome)).map((finding) => severityOf(outcome, finding))) ?? 'breaking';
}

/** Whether a case makes its run fail, or inconclusive where that fails: the exit code is not 0 because of it. */
export function isDecisive(outcome: Outcome, { failOn, inconclusive }: FailPolicy): boolean {
  switch (outcome.status) {
    case 'failed':
      return outcome.internal === true || isAtLeast(severityOfFailure(outcome), failOn);
    case 'unstable':
      return inconclusive === 'fail';
    case 'skipped':
      return true;
    case 'passed':
    case 'observed':
    case 'waived':
    case 'inapplicable':
      return false;
  }
}
