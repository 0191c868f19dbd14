import { testInFamily, type FamilyNode } from '../testing/family.ts';

interface Coin {
  readonly txid: string;
  readonly vout: number;
}

/** Locks two coins, and spends the first with a raw transaction. */
async function lockAndSpend({ call }: FamilyNode): Promise<{ locks: () => Promise<number>; left: Coin }> {
  const address = await call('getnewaddress');
  await call('generatetoaddress', 102, address);
  const [spent, left] = (await call<Coin[]>('listunspent')) as [Coin, Coin];
  const place = ({ txid, vout }: Coin): Coin => ({ txid, vout });
  await call('lockunspent', false, [place(spent), place(left)]);
  const raw = await call('createrawtransaction', [place(spent)], [{ [address]: 49.999 }]);
  const { hex } = await call<{ hex: string }>('signrawtransactionwithwallet', raw);
  await call('sendrawtransaction', hex);
  return { locks: async () => (await call<unknown[]>('listlockunspent')).length, left: place(left) };
}

testInFamily(
  'a spent output is removed from the list of locked outputs, and the others stay',
  async (node) => {
    const { locks, left } = await lockAndSpend(node);
    const unspent = await node.call<{ txid: string }[]>('listunspent', 0);
    return {
      locks: await locks(),
      lockedIsListed: unspent.some(({ txid }) => txid === left.txid),
      refusal: await node.refusal('lockunspent', false, [left]),
    };
  },
  { locks: 1, lockedIsListed: false, refusal: { code: -8, message: 'Invalid parameter, output already locked' } },
);
