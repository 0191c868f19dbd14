import { resultProblems } from '../fixtures/world/result-problems.ts';
import { defined } from '../specs/model/defined.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { Wire } from '../specs/model/wire.ts';
import type { JudgedCase } from './case.ts';
import { REFUSED, WORLD, type Difference } from './difference.ts';
import { findingDifference, refusedDifference, resultDifference, type About } from './identify.ts';
import type { Finding, Outcome } from './outcome.ts';

/** How the message of a failure began that had not been seen again on a fresh world. */
const FLAKY = 'flaky (not reproduced on a fresh world): ';

/**
 * An outcome as earlier versions of Pyx wrote it, in today's form. A failure that was not seen again was an observation and is unstable:
 * the journal does not say whether the second run could have shown it. Findings get their identity, as far as it was recorded.
 */
export function inTodaysForm<Line extends Outcome>(line: Line, specification: Specification, testCase: JudgedCase): Line {
  const { flaky, ...outcome } = line as Line & { readonly flaky?: boolean };
  const findings = line.findings.map((finding) => identified(restored(finding), line, { specification, testCase }));
  const isDropped = flaky === true && line.status === 'observed' && line.findings.some(({ message }) => message.startsWith(FLAKY));
  return { ...(outcome as Line), findings, ...(isDropped && { status: 'unstable' }) };
}

function restored(finding: Finding): Finding {
  if (!finding.message.startsWith(FLAKY)) return finding;
  const evidence = finding.source.startsWith('document ') ? 'document' : 'standard';
  return { ...finding, evidence, circumstance: 'state', message: finding.message.slice(FLAKY.length) };
}

interface Context {
  readonly specification: Specification;
  readonly testCase: JudgedCase;
}

function identified(finding: Finding, outcome: Outcome, context: Context): Finding {
  const { difference, evidence } = finding;
  if (difference || evidence === 'observation' || evidence === 'baseline') return finding;
  return { ...finding, difference: identityOf(finding, outcome, context) };
}

function identityOf(finding: Finding, { request, response }: Outcome, { specification, testCase }: Context): Difference {
  const { check, evidence, path } = finding;
  const about: About = { ...testCase.about, ...defined({ method: testCase.method ?? undefined }) };
  const { rule, argument, value } = about;
  if (evidence === 'health') return { check, ...defined({ method: request?.method ?? about.method, rule, argument, value }) };
  if (!request || !response || request.cut) return findingDifference(finding, about);
  const asked = { method: request.method, params: request.params as readonly Wire[] };
  if (check === 'missing-method') return { method: asked.method, check };
  if ('error' in response && (check === REFUSED || check === WORLD))
    return { ...refusedDifference(specification, asked, response.error, check === WORLD ? {} : about), check };
  if ('result' in response) {
    const { result } = response;
    const problem = resultProblems(specification, asked.method, asked.params, result).find(
      (one) => one.path === path && one.check === check,
    );
    if (problem) return resultDifference(specification, asked, problem, result);
  }
  return findingDifference(finding, about);
}
