import { expect, test } from 'vitest';
import type { Reply } from '../../../client/types.ts';
import { mustHaveAssets } from './asset-methods.ts';
import type { TpsNode } from './types.ts';

/** A node that answers each method with an error of its code. */
function nodeWith(name: string, codes: { readonly [method: string]: number }): TpsNode {
  const call = (method: string): Promise<Reply> =>
    Promise.resolve({ type: 'error', error: { code: codes[method]!, message: 'told so' } } as Reply);
  return { name, node: { client: { call } } } as unknown as TpsNode;
}

const usual = nodeWith('sender-1', { assetnew: -1, assetsend: -1 });

test('nodes that refuse the methods of assets for lack of arguments have them', async () => {
  await expect(mustHaveAssets([usual])).resolves.toBeUndefined();
});

test('a node without one of them is named, with a remedy', async () => {
  await expect(mustHaveAssets([usual, nodeWith('receiver-1', { assetnew: -1, assetsend: -32601 })])).rejects.toThrow(
    '--kind asset, but receiver-1 does not have the method assetsend: told so; use --kind coin, or nodes of a release with assets',
  );
});
