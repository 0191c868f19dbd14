import { expect, test } from 'vitest';
import type { Reply } from '../../../client/types.ts';
import { mustHaveAssets } from './asset-methods.ts';
import type { TpsNode } from './types.ts';

/** A node that has these methods, and refuses them for lack of arguments. */
function nodeWith(name: string, methods: readonly string[]): TpsNode {
  const call = (method: string): Promise<Reply> =>
    Promise.resolve({ type: 'error', error: { code: methods.includes(method) ? -1 : -32601, message: 'told so' } } as Reply);
  return { name, node: { client: { call } } } as unknown as TpsNode;
}

const sender = nodeWith('sender-1', ['assetinfo', 'assetnew', 'assetsend']);
const receiver = nodeWith('receiver-1', ['assetinfo']);

test('nodes with assets will do, of which only the first needs a wallet', async () => {
  await expect(mustHaveAssets([sender, receiver])).resolves.toBeUndefined();
});

test('a node without assets is named, with a remedy', async () => {
  await expect(mustHaveAssets([sender, nodeWith('receiver-1', [])])).rejects.toThrow(
    '--kind asset, but receiver-1 does not have the method assetinfo: told so; use --kind coin, or nodes of a release with assets',
  );
});

test('a first sender without the methods of a wallet is named, with a remedy', async () => {
  await expect(mustHaveAssets([nodeWith('sender-1', ['assetinfo', 'assetnew']), receiver])).rejects.toThrow(
    '--kind asset, but sender-1 does not have the method assetsend: told so; use --kind coin, or a first sender with a wallet, of a release with assets',
  );
});
