/** What a finding means for clients, most serious first. */
export const severities = ['breaking', 'minor', 'pedantic'] as const;
export type Severity = (typeof severities)[number];

/** Without `--fail-on`, findings from this severity on make a run fail. */
export const DEFAULT_FAIL_ON: Severity = 'minor';

/** Whether a finding of this severity makes a run fail that fails from `failOn` on. */
export function isAtLeast(severity: Severity, failOn: Severity): boolean {
  return severities.indexOf(severity) <= severities.indexOf(failOn);
}

/** The most serious of several severities; undefined if there is none. */
export function mostSerious(found: readonly Severity[]): Severity | undefined {
  return severities.find((severity) => found.includes(severity));
}
