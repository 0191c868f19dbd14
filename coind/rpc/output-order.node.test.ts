import { expect, test } from 'vitest';
import { startNode } from '../embedded.ts';
import { testInFamily, type FamilyNode } from '../testing/family.ts';

interface Decoded {
  readonly vout: readonly { readonly value: number }[];
}

/** The amounts of the outputs of each method for outputs as one object, by place and by name; 0 is data. */
async function amounts({ call, post }: FamilyNode): Promise<unknown> {
  const [a, b] = [await call('getnewaddress'), await call('getnewaddress')];
  await call('generatetoaddress', 101, a);
  const outs = { [a]: 1, [b]: 2, data: '99' };
  const others = { data: '99', [b]: 3, [a]: 1 };
  const found: unknown[] = [];
  for (const outputs of [outs, others, [{ [a]: 1 }, { data: '99' }, { [b]: 2 }]]) {
    const values = (decoded: Decoded): number[] => decoded.vout.map(({ value }) => value);
    const byName = async (method: string, params: object): Promise<string> =>
      (await post(JSON.stringify({ method, params, id: 1 }))).result as string;
    const raws = [
      await call('createrawtransaction', [], outputs),
      await byName('createrawtransaction', { outputs, inputs: [] }),
      // Without inputs, the serialised transaction could be read with a witness.
    ].map((hex) => hex.replace(/^(.{8})00/, `$101${'00'.repeat(41)}`));
    for (const raw of raws) found.push(values(await call<Decoded>('decoderawtransaction', raw)));
    const psbts = [await call('createpsbt', [], outputs), await byName('createpsbt', { outputs, inputs: [] })];
    const { psbt } = await call<{ psbt: string }>('walletcreatefundedpsbt', [], outputs, 0, { changePosition: 3 });
    for (const made of [...psbts, psbt]) found.push(values((await call<{ tx: Decoded }>('decodepsbt', made)).tx).slice(0, 3));
  }
  return found;
}

testInFamily('outputs have the order in which they are given, also in one object with data', amounts, [
  ...Array.from({ length: 5 }, () => [1, 2, 0]),
  ...Array.from({ length: 5 }, () => [0, 3, 1]),
  ...Array.from({ length: 5 }, () => [1, 0, 2]),
]);

test('the same within a program', async () => {
  const node = await startNode();
  try {
    const [a, b] = [await node.call('getnewaddress'), await node.call('getnewaddress')];
    const raw = await node.call('createrawtransaction', [[{ txid: '11'.repeat(32), vout: 0 }], { [a]: 1, [b]: 2, data: '99' }]);
    const { vout } = await node.call('decoderawtransaction', [raw]);
    expect(vout.map(({ value }) => value.sat)).toEqual([100_000_000n, 200_000_000n, 0n]);
  } finally {
    await node.stop();
  }
});
