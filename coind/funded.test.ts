import { afterEach, expect, test } from 'vitest';
import { NETWORK, p2wpkh, WIF } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { regtest } from './regtest.ts';
import { runNode, type RunningNode } from './node.ts';
import { FUNDED_LABEL, fundedKeys } from './funded.ts';
import { curve } from './crypto/testing/curve.ts';

let node: RunningNode | undefined;
afterEach(() => node?.stop());

test('the keys have the published WIF and addresses', () => {
  const network = { ...NETWORK, bech32: regtest.hrp, wif: regtest.wifPrefix };
  for (const { wif, address } of fundedKeys(regtest, curve))
    expect(p2wpkh(pubECDSA(WIF(network).decode(wif)), network).address).toBe(address);
});

test('the node has 101 blocks, the wallet knows the keys, and one coinbase can be spent', async () => {
  node = await runNode({ fixture: 'funded' });
  expect(await node.call('getblockcount')).toBe(101);
  expect(await node.call('getbalance')).toEqual({ sat: 5_000_000_000n });
  const [key] = fundedKeys(regtest, curve);
  expect(await node.call('getaddressesbylabel', [FUNDED_LABEL])).toHaveProperty([key!.address], { purpose: 'receive' });
  expect(await node.call('dumpprivkey', [key!.address])).toBe(key!.wif);
  expect(await node.call('sendtoaddress', [key!.address, 1])).toMatch(/^[0-9a-f]{64}$/);
});
