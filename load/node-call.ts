import type { CallOptions, Client, Params } from '../client/types.ts';
import { unusableNumbers } from '../fixtures/world/unusable-numbers.ts';
import type { MethodId, ServiceCall } from '../specs/model/generated/wire.d.ts';
import { UserError } from '../specs/model/user-error.ts';
import type { Wire } from '../specs/model/wire.ts';

/** A node refused a call that must succeed, or did not answer it properly. The message is for the user. */
export class NodeCallError extends UserError {
  override readonly name = 'NodeCallError';
  readonly method: MethodId;
  /** Code of the error that the node answered; undefined where it gave no proper answer. */
  readonly code: number | undefined;

  constructor(client: Client, method: MethodId, problem: string, code?: number) {
    super(`${method} on the node at ${client.address}: ${problem}`);
    this.method = method;
    this.code = code;
  }
}

/** Calls a method that must be answered with a result. Throws `NodeCallError`. */
export type NodeCall = ServiceCall<CallOptions>;

/** Calls that mine or take blocks may be slow on a busy machine. */
const TIMEOUT_MS = 300_000;

/** Calls to one node, by names that no brand is part of. @param timeoutMs of a call that names none */
export function nodeCall(client: Client, timeoutMs = TIMEOUT_MS): NodeCall {
  const call = async (method: MethodId, params: Params = [], options?: CallOptions): Promise<Wire> => {
    const reply = await client.call(method, params, { timeoutMs, ...options });
    if (reply.type === 'result') {
      const [unusable] = unusableNumbers(reply.result);
      if (unusable) throw new NodeCallError(client, method, unusable.message);
      return reply.result;
    }
    if (reply.type === 'error')
      throw new NodeCallError(client, method, `error ${reply.error.code}, ${reply.error.message}`, reply.error.code);
    throw new NodeCallError(client, method, reply.fault.message);
  };
  return call as NodeCall;
}
