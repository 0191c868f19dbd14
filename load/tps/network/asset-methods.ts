import { METHOD_NOT_FOUND } from '../../../fixtures/world/error-codes.ts';
import { CALL_MS } from '../limits.ts';
import { TpsError } from '../errors.ts';
import type { TpsNode } from './types.ts';

/** Create an asset and issue it. A node that knows assets has both. */
const METHODS = ['assetnew', 'assetsend'] as const;

/** Throws `TpsError` if a node does not have the methods of assets. They are called without their required arguments, which has no effect. */
export async function mustHaveAssets(nodes: readonly TpsNode[]): Promise<void> {
  for (const { name, node } of nodes) {
    for (const method of METHODS) {
      const reply = await node.client.call(method, [], { timeoutMs: CALL_MS });
      if (reply.type === 'error' && reply.error.code === METHOD_NOT_FOUND)
        throw new TpsError(`--kind asset, but ${name} does not have the method ${method}: ${reply.error.message}`, {
          remedy: 'use --kind coin, or nodes of a release with assets',
        });
    }
  }
}
