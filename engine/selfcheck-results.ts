/** The types of `selfcheck.json`, printed from its schema by the build: see `reports/selfcheck/selfcheck.schema.json`. */
export type { FailedCase } from '../specs/model/generated/results/shared.d.ts';
export type { FaultResult, FaultStatus, Finder, RuleResult, SelfcheckResults } from '../specs/model/generated/results/selfcheck.d.ts';
