import { toPlain } from '../client/wire-json.ts';
import type { Wire } from '../specs/model/wire.ts';
import type { Specification } from '../specs/model/spec.ts';
import { variantFor } from '../specs/model/variants.ts';
import { namedArguments } from './hits.ts';
import { problemsOf } from './problems.ts';
import type { CallRecord } from './trial.ts';
import type { Finding } from './types.ts';

/** The first of these calls whose result is not as the documents describe it, as a finding. */
export function firstMalformed(calls: readonly CallRecord[], specification: Specification): (Finding & { call: number }) | undefined {
  for (const [index, call] of calls.entries()) {
    const method = specification.find(call.method);
    if (call.reply.type !== 'result' || !method || method.beyond) continue;
    const variant = variantFor(method, toPlain(namedArguments(method, call.params) as Wire) as Record<string, unknown>);
    const validate = variant && specification.resultValidator(method, variant);
    if (!validate || validate(toPlain(call.reply.result))) continue;
    const [problem] = problemsOf(validate);
    return {
      call: index,
      check: problem?.check ?? 'type',
      evidence: 'document',
      source: `document ${method.source.document}, ${method.source.section}`,
      path: problem?.path ?? '',
      message: `${method.id} answered something else than is documented: ${problem?.message ?? 'the result does not fit'}`,
    };
  }
  return undefined;
}
