import { testInFamily, type FamilyNode } from '../testing/family.ts';

/** Spends a coin of 50 into an output with this script, and that output into a standard one. Returns the mempool's results and how many are mined. */
async function throughScript({ call, refusal }: FamilyNode, script: string): Promise<unknown> {
  const address = await call('getnewaddress');
  await call('generatetoaddress', 101, address);
  const [coin] = await call<{ txid: string; vout: number }[]>('listunspent');
  const raw = await call('createrawtransaction', [{ txid: coin!.txid, vout: coin!.vout }], [{ [address]: 49.999 }]);
  const usual = (await call<{ vout: { scriptPubKey: { hex: string } }[] }>('decoderawtransaction', raw)).vout[0]!.scriptPubKey.hex;
  const lengthOf = (hex: string): string => (hex.length / 2).toString(16).padStart(2, '0');
  const { hex } = await call<{ hex: string }>(
    'signrawtransactionwithwallet',
    raw.replace(lengthOf(usual) + usual, lengthOf(script) + script),
  );
  const [{ allowed, 'reject-reason': reason }] = await call<[{ allowed: boolean; 'reject-reason'?: string }]>('testmempoolaccept', [hex]);
  if (!allowed) return { reason, refused: await refusal('sendrawtransaction', hex) };
  const first = await call('sendrawtransaction', hex);
  const second = await call('createrawtransaction', [{ txid: first, vout: 0 }], [{ [address]: 49.998 }]);
  const ids = [first, await call('sendrawtransaction', second)];
  const [block] = await call<string[]>('generatetoaddress', 1, address);
  const { tx } = await call<{ tx: string[] }>('getblock', block);
  return { mined: ids.filter((txid) => tx.includes(txid)).length };
}

/** Twenty bytes, OP_DROP, OP_TRUE: without the bytes the transactions would be below the minimum size. */
const ANYONE = `14${'00'.repeat(20)}7551`;

testInFamily(
  'with -acceptnonstdtxn a payment to an anyone-can-spend script, and one from it, are accepted and mined',
  (node) => throughScript(node, ANYONE),
  { mined: 2 },
  { args: ['-acceptnonstdtxn=1'] },
);

testInFamily(
  'without -acceptnonstdtxn a payment to an anyone-can-spend script is refused',
  (node) => throughScript(node, ANYONE),
  { reason: 'scriptpubkey', refused: { code: -26, message: 'scriptpubkey' } },
  { args: ['-acceptnonstdtxn=0'] },
);
