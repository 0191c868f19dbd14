import { expect, test } from 'vitest';
import { needs } from '../../../../test/require.ts';
import { startLitecoind } from '../../../chain/testing/litecoind.ts';
import { buildBlock } from '../../../chain/testing/test-chain.ts';
import { runNode } from '../../../node.ts';

const VERSION = 0x20000020;
const WARNING = 'Warning: unknown new rules activated (versionbit 5)';

test('unknown rules that miners have activated are in the warnings: so does litecoind', async (ctx) => {
  await needs(ctx, 'litecoind');
  const litecoind = await startLitecoind({ args: ['-keypool=5', `-blockversion=${VERSION}`] });
  try {
    await litecoind.call('createwallet', '');
    const address = await litecoind.call('getnewaddress');
    const seen: unknown[] = [];
    for (const blocks of [430, 1]) {
      await litecoind.call('generatetoaddress', blocks, address);
      for (const method of ['getblockchaininfo', 'getnetworkinfo', 'getmininginfo'])
        seen.push(((await litecoind.call(method)) as { warnings: string }).warnings);
    }
    expect(seen).toEqual(['', '', '', WARNING, WARNING, WARNING]);
  } finally {
    await litecoind.stop();
  }
});

test('unknown rules that miners have activated are in the warnings', async () => {
  const node = await runNode({});
  try {
    const { chain } = node.context;
    const warnings = async (): Promise<unknown[]> => {
      const { warnings: ofChain } = await node.call('getblockchaininfo');
      const { warnings: ofNetwork } = await node.call('getnetworkinfo');
      const { warnings: ofMining } = (await node.call('getmininginfo')) as { warnings: string };
      return [ofChain, ofNetwork, ofMining];
    };
    for (let height = 1; height <= 431; height++) {
      if (height === 431) expect(await warnings()).toEqual(['', '', '']);
      expect(chain.acceptBlock(buildBlock({ parent: chain.tip, header: { version: VERSION } })).ok).toBe(true);
    }
    expect(await warnings()).toEqual(Array.from({ length: 3 }, () => WARNING));
  } finally {
    await node.stop();
  }
});
