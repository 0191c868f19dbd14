import { METHOD_NOT_FOUND } from '../../../fixtures/world/error-codes.ts';
import { TpsError } from '../errors.ts';
import { CALL_MS } from '../limits.ts';
import type { TpsNode } from './types.ts';

/** A node that has assets describes them. */
const OF_EVERY_NODE = ['assetinfo'] as const;
/** The wallet of the first node creates the asset and issues it. */
const OF_THE_FIRST = ['assetnew', 'assetsend'] as const;

/**
 * Throws `TpsError` if a node does not have the methods of assets that a test with `--kind asset` needs. They are called
 * without their required arguments, which has no effect.
 */
export async function mustHaveAssets(nodes: readonly TpsNode[]): Promise<void> {
  for (const node of nodes) await mustHave(node, OF_EVERY_NODE, 'nodes of a release with assets');
  await mustHave(nodes[0]!, OF_THE_FIRST, 'a first sender with a wallet, of a release with assets');
}

async function mustHave({ name, node }: TpsNode, methods: readonly string[], instead: string): Promise<void> {
  for (const method of methods) {
    const reply = await node.client.call(method, [], { timeoutMs: CALL_MS });
    if (reply.type === 'error' && reply.error.code === METHOD_NOT_FOUND)
      throw new TpsError(`--kind asset, but ${name} does not have the method ${method}: ${reply.error.message}`, {
        remedy: `use --kind coin, or ${instead}`,
      });
  }
}
