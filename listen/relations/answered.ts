import { argumentsFit } from '../../engine/arguments-fit.ts';
import { CaseOver } from '../../engine/trial.ts';
import { guardMembers } from '../../fixtures/world/guard-members.ts';
import { resultProblems } from '../../fixtures/world/result-problems.ts';
import type { MethodId, Services } from '../../specs/model/generated/wire.d.ts';
import { namedArguments } from '../../specs/model/named-arguments.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { RelationChecks } from './relation-checks.ts';
import type { TimedCall } from './timed-call.ts';

/** A call that the documents describe, with a result. */
export interface Answered<Id extends MethodId> {
  readonly call: TimedCall;
  readonly args: Services[Id]['named'];
  /** Reading a member that differs from its description ends the judgement (`CaseOver`): it is a finding about the call alone. */
  readonly result: Services[Id]['result'];
}

/** What the answers of methods show, by method. */
export type ByMethod<More extends readonly unknown[] = []> = {
  readonly [Id in MethodId]?: (answered: Answered<Id>, checks: RelationChecks, ...more: More) => void;
};

/** A call as the relations read it; undefined where there is no result, or the documents do not describe the call. */
export function answeredOf(specification: Specification, call: TimedCall): Answered<MethodId> | undefined {
  const { method: id, params, reply } = call;
  const method = specification.find(id);
  if (!method || method.beyond || reply.type !== 'result') return undefined;
  if (!argumentsFit(specification, method, params.slice(method.wire.prefix.length))) return undefined;
  const given = Object.entries(namedArguments(method, params)).filter(([, value]) => value !== undefined && value !== null);
  const problems = resultProblems(specification, id, params, reply.result);
  if (problems.some(({ keys }) => keys.length === 0)) return undefined;
  const unreadable = problems.map((problem) => ({ ...problem, check: 'type' as const }));
  const result = guardMembers(reply.result, unreadable, () => {
    throw new CaseOver();
  });
  return { call, args: Object.fromEntries(given), result } as unknown as Answered<MethodId>;
}

/** Does what ends where it reads a member that differs from its description. Undefined if it did. */
export function unlessOver<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof CaseOver)) throw error;
    return undefined;
  }
}
