import { resultProblems } from '../fixtures/world/result-problems.ts';
import type { Problem } from '../specs/model/problems.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { CallRecord } from './trial.ts';
import type { Finding } from './types.ts';

/** The first of these calls whose result is not as the documents describe it, as a finding. */
export function firstMalformed(calls: readonly CallRecord[], specification: Specification): (Finding & { call: number }) | undefined {
  for (const [index, { method, params, reply }] of calls.entries()) {
    const [problem] = reply.type === 'result' ? resultProblems(specification, method, params, reply.result) : [];
    if (problem) return { ...malformed(specification, method, problem), call: index };
  }
  return undefined;
}

/** What is wrong with a method's result, as a finding. */
export function malformed(specification: Specification, method: string, { check, path, message }: Problem): Finding {
  const { source } = specification.method(method);
  return {
    check,
    path,
    evidence: 'document',
    source: `document ${source.document}, ${source.section}`,
    message: `${method} answered something else than is documented: ${message}`,
  };
}
