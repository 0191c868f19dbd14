import { toPlain } from '../client/wire-json.ts';
import type { Wire } from '../specs/model/wire.ts';
import type { Specification } from '../specs/model/spec.ts';
import { variantFor } from '../specs/model/variants.ts';
import { namedArguments } from './hits.ts';
import { problemsOf, type Problem } from './problems.ts';
import type { CallRecord } from './trial.ts';
import type { Finding } from './types.ts';

/** The first of these calls whose result is not as the documents describe it, as a finding. */
export function firstMalformed(calls: readonly CallRecord[], specification: Specification): (Finding & { call: number }) | undefined {
  for (const [index, call] of calls.entries()) {
    const [problem] = problemsIn(call, specification);
    if (problem) return { ...malformedBy(call, problem, specification), call: index };
  }
  return undefined;
}

/** The first member of a result that is of another type than is documented, as a finding. Members that are missing are no such thing. */
export function wrongType(call: CallRecord, specification: Specification): Finding | undefined {
  const problem = problemsIn(call, specification).find(({ check }) => check === 'type');
  return problem && malformedBy(call, problem, specification);
}

function problemsIn(call: CallRecord, specification: Specification): Problem[] {
  const method = specification.find(call.method);
  if (call.reply.type !== 'result' || !method || method.beyond) return [];
  const variant = variantFor(method, toPlain(namedArguments(method, call.params) as Wire) as Record<string, unknown>);
  const validate = variant && specification.resultValidator(method, variant);
  return !validate || validate(toPlain(call.reply.result)) ? [] : problemsOf(validate);
}

function malformedBy({ method: id }: CallRecord, { check, path, message }: Problem, specification: Specification): Finding {
  const { source } = specification.method(id);
  return {
    check, path, evidence: 'document', source: `document ${source.document}, ${source.section}`,
    message: `${id} answered something else than is documented: ${message}`,
  };
}
