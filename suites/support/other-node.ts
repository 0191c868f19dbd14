import type { CallOptions, Reply } from '../../client/types.ts';
import { CaseOver, type Trial } from '../../engine/trial.ts';
import { malformed } from '../../engine/malformed.ts';
import type { RunningNode } from '../../fixtures/targets/types.ts';
import { guardMembers } from '../../fixtures/world/guard-members.ts';
import { resultProblems } from '../../fixtures/world/result-problems.ts';
import type { Arguments } from '../../fixtures/world/service.ts';
import type { MethodId, ServiceCall } from '../../specs/model/generated/wire.d.ts';
import type { Wire } from '../../specs/model/wire.ts';

type Failure = Exclude<Reply, { readonly type: 'result' }>;

/**
 * Calls a node other than the node under test, by method ids and typed as `Trial.result`. A member of a wrong type is a
 * finding that ends the case when it is read.
 * @param fail ends the case when the node does not answer with a result; default: the case is inapplicable
 */
export function callsTo(
  t: Trial,
  node: RunningNode,
  fail: (method: MethodId, reply: Failure) => never = noSecondNode(t),
): ServiceCall<CallOptions> {
  t.dependsOn('another node');
  const call = async (method: MethodId, args: Arguments = {}, options?: CallOptions): Promise<Wire> => {
    const request = t.world.service.request(method, args);
    const reply = await node.client.call(request.method, request.params, options);
    if (reply.type !== 'result') return fail(method, reply);
    return guardMembers(reply.result, resultProblems(t.specification, method, request.params, reply.result), (problem) => {
      t.report(malformed(t.specification, { method, params: request.params, result: reply.result }, problem));
      throw new CaseOver();
    });
  };
  return call as ServiceCall<CallOptions>;
}

const noSecondNode =
  (t: Trial) =>
  (method: MethodId): never =>
    t.inapplicable(`the second node does not answer ${method} with a result`);
