import { sentParams } from '../fixtures/world/request-form.ts';
import { defined } from '../specs/model/defined.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { CallRecord } from './call-record.ts';
import type { ShownAnswer, ShownCall } from './outcome.ts';

/** A call as it was sent, for a finding. */
export function requestOf({ method, params, wallet }: CallRecord, specification: Specification): ShownCall {
  const described = specification.find(method);
  const isVersion2 = specification.spec.edition.service?.protocol === 'json-rpc-2.0';
  return {
    method,
    params: described ? sentParams(specification, described, params) : params,
    ...(isVersion2 ? { jsonrpc: '2.0' } : defined({ wallet })),
  };
}

/** Its answer. */
export function answerOf({ reply }: CallRecord): ShownAnswer {
  if (reply.type === 'result') return { result: reply.result };
  if (reply.type === 'error') return { error: reply.error };
  return { fault: reply.fault.message, ...defined({ excerpt: reply.fault.excerpt }) };
}
