import type { RunningNode } from '../../../node.ts';
import { RpcError } from '../../errors.ts';
import type { MethodId } from '../../handler.ts';
import { writeJson } from '../../json/json-text.ts';

/** Calls of a whole node, which is started after this call. Arguments are not typed: tests send also what is refused. */
export function nodeCalls(node: () => RunningNode) {
  return {
    /** The result as parsed JSON; amounts are numbers. */
    call: async <T = unknown>(method: MethodId, params: unknown = []): Promise<T> =>
      JSON.parse(writeJson(await node().call(method, params as never))) as T,
    /** Code and message of a failed call: `-8 Unknown asset`. */
    async refusal(method: MethodId, params: unknown): Promise<string> {
      try {
        await node().call(method, params as never);
      } catch (error) {
        if (error instanceof RpcError) return `${error.code} ${error.message}`;
        throw error;
      }
      throw new Error(`${method} was not refused`);
    },
  };
}
