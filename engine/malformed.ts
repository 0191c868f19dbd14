import { resultProblems } from '../fixtures/world/result-problems.ts';
import type { ValidationProblem } from '../specs/model/problems.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { Wire } from '../specs/model/wire.ts';
import type { CallRecord } from './call-record.ts';
import { differenceKey, type Difference } from './difference.ts';
import { resultDifference, type Asked } from './identify.ts';
import type { Finding } from './outcome.ts';

/** Maximum number of findings. */
const MAX_FINDINGS = 40;

/** Findings for all results of these calls that do not match the documents: of several, one may be accepted. Equal ones once. */
export function allMalformed(calls: readonly CallRecord[], specification: Specification): (Finding & { readonly call: number })[] {
  const found = new Map<string, Finding & { readonly call: number }>();
  for (const [index, { method, params, reply }] of calls.entries()) {
    if (reply.type !== 'result') continue;
    for (const problem of resultProblems(specification, method, params, reply.result)) {
      if (found.size === MAX_FINDINGS) return [...found.values()];
      const finding = malformed(specification, { method, params, result: reply.result }, problem);
      const key = differenceKey(finding.difference);
      if (!found.has(key)) found.set(key, { ...finding, call: index });
    }
  }
  return [...found.values()];
}

/** A finding for a problem of a method's result. */
export function malformed(
  specification: Specification,
  answered: Asked & { readonly result: Wire },
  problem: ValidationProblem,
): Finding & { readonly difference: Difference } {
  const { method, result } = answered;
  const { check, path, message } = problem;
  const { source } = specification.method(method);
  return {
    check,
    path,
    evidence: 'document',
    source: `document ${source.document}, ${source.section}`,
    message: `${method} returned a result that differs from the documents: ${message}`,
    difference: resultDifference(specification, answered, problem, result),
  };
}
