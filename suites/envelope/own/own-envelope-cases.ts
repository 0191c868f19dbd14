import type { Case } from '../../../engine/case.ts';
import type { Specification } from '../../../specs/model/spec.ts';
import { answerCases2 } from './answer-cases.ts';
import { batchCases } from './batch-cases.ts';
import { Caller, reads } from './caller.ts';
import { errorCases } from './error-cases.ts';
import { ownJsonCases } from './json-cases.ts';
import { notificationCases } from './notification-cases.ts';
import { paramsCases } from './params-cases.ts';
import { version1Cases } from './version-1-cases.ts';

/**
 * The envelope cases of a user's standard: what the public standards of its protocol state (JSON-RPC and JSON). Those that need a
 * successful call are made if it has a method that reads and needs no argument.
 */
export function ownEnvelopeCases(specification: Specification): Case[] {
  const caller = new Caller(specification);
  const json = caller.reader ? ownJsonCases(caller) : [];
  if (caller.jsonrpc === '1.0') return [...version1Cases(caller), ...json];
  const { arguments: stated, batches } = specification.spec.edition.service ?? {};
  const withArguments = specification.documented.find((method) => reads(method) && method.params.length > 0);
  return [
    ...answerCases2(caller),
    ...notificationCases(caller),
    ...errorCases(caller, withArguments),
    ...paramsCases(caller, withArguments, stated),
    ...(batches === 'none' ? [] : batchCases(caller)),
    ...json,
  ];
}
