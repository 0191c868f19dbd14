import { testInFamily, type FamilyNode } from '../testing/family.ts';

interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly amount: number;
}

type AddressType = 'legacy' | 'p2sh-segwit' | 'bech32';

/** Confirmed coins of 0.5 on addresses of a type, locked so that no other payment spends them. */
async function coinsOf({ call }: FamilyNode, type: AddressType, count: number): Promise<Coin[]> {
  const to: { [address: string]: number } = {};
  for (let at = 0; at < count; at++) to[await call('getnewaddress', '', type)] = 0.5;
  await call('sendmany', '', to);
  await call('generatetoaddress', 1, await call('getnewaddress'));
  const coins = await call<Coin[]>('listunspent', 1, 9999, Object.keys(to));
  await call(
    'lockunspent',
    false,
    coins.map(({ txid, vout }) => ({ txid, vout })),
  );
  return coins;
}

/** Spends coins into equal outputs. Returns the txid. */
async function spend({ call }: FamilyNode, coins: readonly Coin[], outputs: number, type: AddressType): Promise<string> {
  const total = coins.reduce((sum, { amount }) => sum + amount, 0);
  const to: { [address: string]: string }[] = [];
  for (let at = 0; at < outputs; at++) to.push({ [await call('getnewaddress', '', type)]: ((total - 0.01) / outputs).toFixed(8) });
  const raw = await call(
    'createrawtransaction',
    coins.map(({ txid, vout }) => ({ txid, vout })),
    to,
  );
  const { hex } = await call<{ hex: string }>('signrawtransactionwithwallet', raw);
  return call('sendrawtransaction', hex);
}

const usage = async ({ call }: FamilyNode): Promise<number> => (await call<{ usage: number }>('getmempoolinfo')).usage;

const shapes: readonly (readonly [from: AddressType, inputs: number, to: AddressType, outputs: number])[] = [
  ['bech32', 1, 'bech32', 1],
  ['bech32', 1, 'legacy', 2],
  ['bech32', 3, 'bech32', 1],
  ['legacy', 1, 'bech32', 1],
  ['legacy', 3, 'legacy', 2],
  ['p2sh-segwit', 2, 'p2sh-segwit', 20],
  ['bech32', 1, 'bech32', 200],
];

testInFamily(
  'getmempoolinfo counts for a transaction what the family counts',
  async (node) => {
    await node.call('generatetoaddress', 101, await node.call('getnewaddress'));
    const counted: number[] = [];
    for (const [from, inputs, to, outputs] of shapes) {
      await spend(node, await coinsOf(node, from, inputs), outputs, to);
      counted.push(await usage(node));
      await node.call('generatetoaddress', 1, await node.call('getnewaddress'));
    }
    return counted;
  },
  [1232, 1264, 2112, 1136, 1856, 2416, 9184],
  { keypool: 100 },
);
