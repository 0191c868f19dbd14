import { resultProblems } from '../fixtures/world/result-problems.ts';
import type { ValidationProblem } from '../specs/model/problems.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { CallRecord } from './call-record.ts';
import type { Finding } from './outcome.ts';

/** A finding for the first of these calls whose result does not match the documents. */
export function firstMalformed(calls: readonly CallRecord[], specification: Specification): (Finding & { call: number }) | undefined {
  for (const [index, { method, params, reply }] of calls.entries()) {
    const [problem] = reply.type === 'result' ? resultProblems(specification, method, params, reply.result) : [];
    if (problem) return { ...malformed(specification, method, problem), call: index };
  }
  return undefined;
}

/** A finding for a problem of a method's result. */
export function malformed(specification: Specification, method: string, { check, path, message }: ValidationProblem): Finding {
  const { source } = specification.method(method);
  return {
    check,
    path,
    evidence: 'document',
    source: `document ${source.document}, ${source.section}`,
    message: `${method} returned a result that differs from the documents: ${message}`,
  };
}
