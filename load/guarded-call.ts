import type { CallOptions, Client } from '../client/types.ts';
import { guardMembers } from '../fixtures/world/guard-members.ts';
import { resultProblems } from '../fixtures/world/result-problems.ts';
import type { MethodId } from '../specs/model/generated/wire.d.ts';
import { specification } from '../specs/model/specification.ts';
import type { Wire } from '../specs/model/wire.ts';
import { nodeCall, NodeCallError, type NodeCall } from './node-call.ts';

/** Members whose type differs between releases, and whose readers accept each of them. */
const OF_ANY_TYPE: ReadonlySet<string> = new Set(['assetnew asset_guid']);

/**
 * `nodeCall`, except that reading a member of a type that the documents exclude throws `NodeCallError` too. The check takes
 * time, so that calls that are part of a measurement do without it.
 */
export function guardedCall(client: Client): NodeCall {
  const unguarded = nodeCall(client) as unknown as (method: MethodId, params: readonly Wire[], options?: CallOptions) => Promise<Wire>;
  const call = async (method: MethodId, params: readonly Wire[] = [], options?: CallOptions): Promise<Wire> => {
    const result = await unguarded(method, params, options);
    const problems = resultProblems(specification, method, params, result).filter(({ path }) => !OF_ANY_TYPE.has(`${method} ${path}`));
    return guardMembers(result, problems, ({ message }) => {
      throw new NodeCallError(client, method, `the result differs from the documents: ${message}`);
    });
  };
  return call as NodeCall;
}
