import { afterAll, beforeAll, expect, test } from 'vitest';
import { runNode, type RunningNode } from '../../../node.ts';

// The generator of the curve, and its double: well-known keys.
const G = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const G2 = '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5';
const uncompressedG =
  '0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8';

/** Answers of litecoind 0.21 for these keys; it has the same base58 prefixes. */
const LITECOIND = {
  legacy: { address: 'QTaChrDrojvDAsSNtqZN3QKiKiWrcRgFCB', descriptor: `sh(multi(1,${G},${G2}))#vncv7gv3` },
  wrapped: { address: 'QdMsjmq31yb1Z3zFQLykyMTnqpEqh7FFLS', descriptor: `sh(wsh(multi(1,${G},${G2})))#e0dt5wt4` },
  bech32ScriptPubKey: '00206eb3ac1f460d34871c2b21e1ce02f0c056bcf558a6d4942052b1856a4fe54f6d',
};

let node: RunningNode;
beforeAll(async () => {
  node = await runNode();
});
afterAll(() => node.stop());

test('createmultisig has the answers of litecoind', async () => {
  const redeemScript = `5121${G}21${G2}52ae`;
  expect(await node.call('createmultisig', [1, [G, G2]])).toEqual({
    address: LITECOIND.legacy.address,
    redeemScript,
    descriptor: LITECOIND.legacy.descriptor,
  });
  expect(await node.call('createmultisig', [1, [G, G2], 'p2sh-segwit'])).toEqual({
    address: LITECOIND.wrapped.address,
    redeemScript,
    descriptor: LITECOIND.wrapped.descriptor,
  });
  const { scriptPubKey } = await node.call('validateaddress', [(await node.call('createmultisig', [1, [G, G2], 'bech32'])).address]);
  expect(scriptPubKey).toBe(LITECOIND.bech32ScriptPubKey);
});

test('uncompressed keys have no witness address', async () => {
  const legacy = await node.call('createmultisig', [1, [uncompressedG]]);
  expect((await node.call('createmultisig', [1, [uncompressedG], 'bech32'])).address).toBe(legacy.address);
});

test.each([
  [[0, [G]], -8],
  [[2, [G]], -8],
  [[1, []], -8],
  [[1, ['02']], -5],
  [[1, [`02${'5'.padStart(64, '0')}`]], -5],
  [[16, Array.from({ length: 16 }, () => G)], -8],
  [[1, Array.from({ length: 17 }, () => G)], -8],
] as [[number, string[]], number][])('createmultisig %j is refused with %i', async (params, code) => {
  await expect(node.call('createmultisig', params)).rejects.toMatchObject({ code });
});

test('validateaddress accepts exactly the types of addresses', async () => {
  for (const [type, isscript, version] of [
    ['legacy', false, undefined],
    ['p2sh-segwit', true, undefined],
    ['bech32', false, 0],
  ] as const) {
    const address = await node.call('getnewaddress', ['', type]);
    const info = await node.call('validateaddress', [address]);
    expect(info).toMatchObject({ isvalid: true, address, isscript, iswitness: version !== undefined });
    expect(info.witness_version).toBe(version);
    const ofWallet = await node.call('getaddressinfo', [address]);
    expect([info.scriptPubKey, info.witness_program]).toEqual([ofWallet.scriptPubKey, ofWallet.witness_program]);
  }
  for (const text of ['', 'x', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2']) {
    expect(await node.call('validateaddress', [text])).toEqual({ isvalid: false });
  }
});

test('verifymessage accepts only signatures of the key', async () => {
  const address = await node.call('getnewaddress', ['', 'legacy']);
  const other = await node.call('getnewaddress', ['', 'legacy']);
  const signature = await node.call('signmessage', [address, 'text']);
  expect(await node.call('verifymessage', [address, signature, 'text'])).toBe(true);
  expect(await node.call('verifymessage', [address, signature, 'texts'])).toBe(false);
  expect(await node.call('verifymessage', [other, signature, 'text'])).toBe(false);
  await expect(node.call('verifymessage', [await node.call('getnewaddress', ['', 'bech32']), signature, 'text'])).rejects.toMatchObject({
    code: -3,
  });
});

test('setlabel', async () => {
  const own = await node.call('getnewaddress');
  const foreign = LITECOIND.legacy.address;
  await node.call('setlabel', [own, 'a']);
  await node.call('setlabel', [foreign, 'a']);
  expect(await node.call('getaddressesbylabel', ['a'])).toEqual({ [own]: { purpose: 'receive' }, [foreign]: { purpose: 'send' } });
  await expect(node.call('setlabel', ['x', 'a'])).rejects.toMatchObject({ code: -5 });
  await expect(node.call('setlabel', [own, '*'])).rejects.toMatchObject({ code: -11 });
});

test('help describes each method, and names unknown ones', async () => {
  const list = await node.call('help');
  for (const line of ['== Blockchain ==', 'getblock "blockhash" ( verbosity )', '== Wallet ==', 'stop'])
    expect(list.split('\n')).toContain(line);
  expect(await node.call('help', ['getblock'])).toMatch(
    /^getblock "blockhash" \( verbosity \)\n[\s\S]*2\. verbosity \(number, optional, default: 1\)/,
  );
  for (const name of ['nosuch', 'getaddressbyaccount', 'gobject other']) {
    expect(await node.call('help', [name])).toBe(`help: unknown command: ${name}`);
    expect(list).not.toContain(name);
  }
});

test('rpc.discover describes the methods of coind', async () => {
  const { openrpc, methods } = await node.call('rpc.discover');
  expect(openrpc).toMatch(/^1\./);
  const names = methods.map((method) => method['name']);
  expect(names).toContain('getblock');
  expect(names).toContain('gobject');
});
