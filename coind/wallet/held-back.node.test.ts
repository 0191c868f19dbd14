import { testInFamily, testOnCoind, type FamilyNode } from '../testing/family.ts';

/** Limits chains of unconfirmed transactions to two. */
const setup = { args: ['-limitancestorcount=2', '-limitdescendantcount=2'] };

interface WalletTx {
  readonly confirmations: number;
  readonly trusted?: boolean;
  readonly blockhash?: string;
  readonly details: readonly { readonly abandoned?: boolean }[];
}

/** Pays three times from the only coin. Returns the txids. */
async function payThrice({ call }: FamilyNode): Promise<string[]> {
  await call('generatetoaddress', 101, await call('getnewaddress'));
  const txids: string[] = [];
  for (let at = 0; at < 3; at++) txids.push(await call('sendtoaddress', await call('getnewaddress'), 1));
  return txids;
}

const inPool = async ({ call }: FamilyNode, txids: readonly string[]): Promise<boolean[]> => {
  const pool = await call<string[]>('getrawmempool');
  return txids.map((txid) => pool.includes(txid));
};

testInFamily(
  'a payment beyond the chain limits returns its txid, is held back, and can be abandoned',
  async (node) => {
    const { call } = node;
    const txids = await payThrice(node);
    const [, , held = ''] = txids;
    const pool = await inPool(node, txids);
    const { confirmations, trusted, blockhash, details } = await call<WalletTx>('gettransaction', held);
    const listed = await call<{ txid: string; 'bip125-replaceable': string }[]>('listtransactions', '*', 100);
    const replaceable = listed.find(({ txid }) => txid === held)?.['bip125-replaceable'];
    await call('abandontransaction', held);
    const after = await call<WalletTx>('gettransaction', held);
    return {
      pool,
      confirmations,
      trusted,
      blockhash,
      replaceable,
      abandoned: [details.map(({ abandoned }) => abandoned), after.details.map(({ abandoned }) => abandoned)],
      unspent: (await call<unknown[]>('listunspent', 0)).length > 0,
    };
  },
  {
    pool: [true, true, false],
    confirmations: 0,
    trusted: false,
    blockhash: undefined,
    replaceable: 'unknown',
    abandoned: [
      [false, undefined],
      [true, undefined],
    ],
    unspent: true,
  },
  setup,
);

testOnCoind(
  'a transaction that is held back enters the mempool after a block, and is then mined',
  async (node) => {
    const { call } = node;
    const txids = await payThrice(node);
    const [block = ''] = await call<string[]>('generatetoaddress', 1, await call('getnewaddress'));
    const pool = await inPool(node, txids);
    const [next = ''] = await call<string[]>('generatetoaddress', 1, await call('getnewaddress'));
    const blocks = await Promise.all(txids.map(async (txid) => (await call<WalletTx>('gettransaction', txid)).blockhash));
    return [pool, blocks.map((hash) => [block, next].indexOf(hash ?? ''))];
  },
  [
    [false, false, true],
    [0, 0, 1],
  ],
  setup,
);

testOnCoind(
  'a transaction that was held back and abandoned is not submitted again',
  async (node) => {
    const { call } = node;
    const txids = await payThrice(node);
    await call('abandontransaction', txids[2]);
    await call('generatetoaddress', 1, await call('getnewaddress'));
    return [await inPool(node, txids), await call('getrawmempool')];
  },
  [[false, false, false], []],
  setup,
);
