import type { Specification } from '../specs/model/spec.ts';
import type { CallRecord } from './call-record.ts';

/** The results of calls that are a secret as a whole: private keys that the node has shown. */
export function revealedSecrets(calls: readonly Pick<CallRecord, 'method' | 'reply'>[], specification: Specification): string[] {
  const isSecret = (id: string): boolean =>
    specification
      .find(id)
      ?.variants.some(({ result }) => result?.$ref !== undefined && specification.spec.shapes[result.$ref]?.secret === true) === true;
  return calls.flatMap(({ method, reply }) =>
    reply.type === 'result' && typeof reply.result === 'string' && isSecret(method) ? [reply.result] : [],
  );
}
