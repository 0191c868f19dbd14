import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildBlock } from '../../../chain/testing/test-chain.ts';
import { runNode, type RunningNode } from '../../../node.ts';
import { nodeCalls } from '../testing/node-calls.ts';

let node: RunningNode;
const { call } = nodeCalls(() => node);
beforeAll(async () => {
  node = await runNode();
});
afterAll(() => node.stop());

test('listsinceblock of a block of which only the header is known removes nothing', async () => {
  const [hash = ''] = await call<string[]>('generatetoaddress', [1, await call('getnewaddress')]);
  const { height, mediantime } = await call<{ height: number; mediantime: number }>('getblockheader', [hash]);
  const { header, bytes } = buildBlock({ parent: { hash, height, medianTime: mediantime }, commit: true });
  const altered = Buffer.from(bytes);
  altered.writeUInt8(1, altered.length - 5); // in the witness, which the header does not hold
  expect(await call('submitblock', [altered.toString('hex')])).not.toBeNull();
  expect(await call('getblockheader', [header.hash])).toMatchObject({ confirmations: -1, nTx: 0 });
  expect(await call('listsinceblock', [header.hash])).toMatchObject({ removed: [], lastblock: hash });
});
