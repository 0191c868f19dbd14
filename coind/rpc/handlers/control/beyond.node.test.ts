import { expect } from 'vitest';
import { testInFamily, testOnCoind, type FamilyNode } from '../../../testing/family.ts';

/** Mines blocks until the wallet has this many mature coins of 50. */
async function mineCoins(node: FamilyNode, coins: number): Promise<void> {
  await node.call('generatetoaddress', coins, await node.call('getnewaddress'));
  await node.call('generatetoaddress', 100, 'mkHS9ne12qx9pS9VojpwU5xtRd4T7X7ZUt');
}

const amounts = (trusted: number, pending: number, immature: number): object => ({ trusted, untrusted_pending: pending, immature });

testInFamily(
  'echo returns its arguments',
  async (node) => [
    await node.call('echo'),
    await node.call('echo', 1, 'two', [3], { four: null }, true),
    await node.call('echo', null, 2),
    (await node.refusal('echo', ...Array.from({ length: 11 }, () => 0))).code,
  ],
  [[], [1, 'two', [3], { four: null }, true], [null, 2], -1],
);

testInFamily(
  'getbalances reports spendable, pending, immature and watch-only balances',
  async (node) => {
    const before = await node.call<object>('getbalances');
    await node.call('generatetoaddress', 3, await node.call('getnewaddress'));
    await node.call('generatetoaddress', 99, 'mkHS9ne12qx9pS9VojpwU5xtRd4T7X7ZUt');
    const mined = await node.call<object>('getbalances');
    await node.call('importaddress', 'mkHS9ne12qx9pS9VojpwU5xtRd4T7X7ZUt', '', false);
    const watching = Object.keys(await node.call<object>('getbalances'));
    return [before, mined, watching];
  },
  [{ mine: amounts(0, 0, 0) }, { mine: amounts(100, 0, 50) }, ['mine', 'watchonly']],
);

testInFamily(
  'getreceivedbylabel sums up payments to the addresses of a label',
  async (node) => {
    await mineCoins(node, 2);
    await node.call('sendtoaddress', await node.call('getnewaddress', 'rent'), 1.5);
    await node.call('sendtoaddress', await node.call('getnewaddress', 'rent'), 2);
    const unconfirmed = await node.call('getreceivedbylabel', 'rent', 0);
    const none = await node.call('getreceivedbylabel', 'rent');
    await node.call('generatetoaddress', 1, 'mkHS9ne12qx9pS9VojpwU5xtRd4T7X7ZUt');
    return [unconfirmed, none, await node.call('getreceivedbylabel', 'rent')];
  },
  [3.5, 0, 3.5],
);

testInFamily(
  'waits for blocks end with the block, or at their timeout',
  async (node) => {
    const genesis = await node.call('getbestblockhash');
    const late = await Promise.all([
      node.call('waitfornewblock', 1),
      node.call('waitforblock', '00'.repeat(32), 1),
      node.call('waitforblockheight', 5, 1),
      node.call('waitforblockheight', 0),
      node.call('waitforblock', genesis),
    ]);
    const waiting = [node.call('waitfornewblock', 60_000), node.call('waitforblockheight', 1, 60_000)];
    const [hash] = await node.call<string[]>('generatetoaddress', 1, 'mkHS9ne12qx9pS9VojpwU5xtRd4T7X7ZUt');
    const found = await Promise.all(waiting);
    return [
      late.every((tip) => JSON.stringify(tip) === JSON.stringify({ hash: genesis, height: 0 })),
      found.every((tip) => JSON.stringify(tip) === JSON.stringify({ hash, height: 1 })),
    ];
  },
  [true, true],
);

testInFamily(
  'getindexinfo names the index of transactions',
  async (node) => {
    await node.call('generatetoaddress', 2, 'mkHS9ne12qx9pS9VojpwU5xtRd4T7X7ZUt');
    // litecoind builds its index in the background.
    let whole: { txindex?: { best_block_height: number } } = {};
    for (let i = 0; i < 1000 && whole.txindex?.best_block_height !== 2; i++) whole = await node.call('getindexinfo');
    return [await node.call('getindexinfo', 'none'), await node.call('getindexinfo', 'txindex'), whole];
  },
  [{}, { txindex: { synced: true, best_block_height: 2 } }, { txindex: { synced: true, best_block_height: 2 } }],
  { args: ['-txindex'] },
);

testInFamily(
  'logging turns categories on and off',
  async (node) => {
    const shown = async (...args: unknown[]): Promise<unknown> => {
      const { net, rpc, mempool } = await node.call<Record<string, boolean>>('logging', ...args);
      return { net, rpc, mempool };
    };
    return [
      await shown(),
      await shown(['net']),
      await shown(['all'], ['net']),
      await shown([], ['rpc', 'mempool']),
      (await node.refusal('logging', ['nosuch'])).code,
    ];
  },
  [
    { net: false, rpc: false, mempool: false },
    { net: true, rpc: false, mempool: false },
    { net: false, rpc: true, mempool: true },
    { net: false, rpc: false, mempool: false },
    -8,
  ],
);

testInFamily(
  'listwalletdir lists wallets, loaded or not',
  async (node) => {
    for (const name of ['one', 'deep/two']) await node.call('createwallet', name);
    await node.call('unloadwallet', 'one');
    const { wallets } = await node.call<{ wallets: { name: string }[] }>('listwalletdir');
    return wallets.map(({ name }) => name).sort();
  },
  ['', 'deep/two', 'one'],
);

interface Analysis {
  readonly inputs?: readonly {
    readonly has_utxo: boolean;
    readonly is_final: boolean;
    readonly next: string;
    readonly missing?: Readonly<Record<string, unknown>>;
  }[];
}

interface Estimate {
  readonly estimated_vsize: 112 | 113;
  readonly estimated_feerate: number;
}

/** An analysis with the number of missing items instead of their hashes. */
async function analyzed(node: FamilyNode, psbt: string): Promise<unknown> {
  const analysis = await node.call<Analysis>('analyzepsbt', psbt);
  const inputs = analysis.inputs?.map(({ missing, ...input }) => ({
    ...input,
    ...(missing && {
      missing: Object.fromEntries(Object.entries(missing).map(([part, what]) => [part, (what as string | string[]).length])),
    }),
  }));
  return { ...analysis, ...(inputs && { inputs }) };
}

testInFamily(
  'analyzepsbt reports the next role and the fee of the transaction',
  async (node) => {
    await mineCoins(node, 1);
    const [coin] = await node.call<{ txid: string; vout: number }[]>('listunspent');
    const bare = await node.call('createpsbt', [coin], { mkHS9ne12qx9pS9VojpwU5xtRd4T7X7ZUt: 49.999 });
    const { psbt: updated } = await node.call<{ psbt: string }>('walletprocesspsbt', bare, false, 'ALL', true);
    const { psbt: signed } = await node.call<{ psbt: string }>('walletprocesspsbt', bare);
    const { estimated_vsize: vsize, estimated_feerate: rate, ...last } = (await analyzed(node, signed)) as Estimate;
    // About one signature in 256 has a byte less than the usual 71, and the transaction then one virtual byte less.
    const estimates = { 113: 0.00884955, 112: 0.00892857 }[vsize] === rate;
    return [await analyzed(node, bare), await analyzed(node, updated), { ...last, estimates }];
  },
  [
    { inputs: [{ has_utxo: false, is_final: false, next: 'updater' }], next: 'updater' },
    {
      inputs: [{ has_utxo: true, is_final: false, next: 'signer', missing: { signatures: 1 } }],
      estimated_vsize: 113,
      estimated_feerate: 0.00884955,
      fee: 0.001,
      next: 'signer',
    },
    {
      inputs: [{ has_utxo: true, is_final: true, next: 'extractor' }],
      estimates: true,
      fee: 0.001,
      next: 'extractor',
    },
  ],
);

testInFamily(
  'analyzepsbt names missing signatures and scripts of shared coins',
  async (node) => {
    await mineCoins(node, 1);
    const keyOf = async (): Promise<string> =>
      (await node.call<{ pubkey: string }>('getaddressinfo', await node.call('getnewaddress'))).pubkey;
    const foreign = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
    const { address } = await node.call<{ address: string }>('addmultisigaddress', 2, [await keyOf(), foreign], '', 'p2sh-segwit');
    const txid = await node.call('sendtoaddress', address, 1);
    const { vout } = (await node.call<{ details: { address: string; vout: number }[] }>('gettransaction', txid)).details.find(
      (detail) => detail.address === address,
    )!;
    const bare = await node.call('createpsbt', [{ txid, vout }], { mkHS9ne12qx9pS9VojpwU5xtRd4T7X7ZUt: 0.999 });
    const { psbt } = await node.call<{ psbt: string }>('walletprocesspsbt', bare);
    return analyzed(node, psbt);
  },
  {
    inputs: [{ has_utxo: true, is_final: false, next: 'signer', missing: { signatures: 1 } }],
    estimated_vsize: 175,
    estimated_feerate: 0.00571428,
    fee: 0.001,
    next: 'signer',
  },
);

testInFamily(
  'analyzepsbt names the missing redeem script',
  async (node) => {
    await mineCoins(node, 1);
    const { address } = await node.call<{ address: string }>(
      'createmultisig',
      1,
      ['0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'],
      'legacy',
    );
    await node.call('importaddress', address, '', false);
    const txid = await node.call('sendtoaddress', address, 1);
    const { vout } = (await node.call<{ details: { address: string; vout: number }[] }>('gettransaction', txid)).details.find(
      (detail) => detail.address === address,
    )!;
    const bare = await node.call('createpsbt', [{ txid, vout }], { mkHS9ne12qx9pS9VojpwU5xtRd4T7X7ZUt: 0.999 });
    const { psbt } = await node.call<{ psbt: string }>('walletprocesspsbt', bare, false);
    return analyzed(node, psbt);
  },
  { inputs: [{ has_utxo: true, is_final: false, next: 'updater', missing: { redeemscript: 40 } }], fee: 0.001, next: 'updater' },
);

testOnCoind(
  'getmemoryinfo reports the memory use of the node',
  async (node) => {
    const { locked, process: used } = await node.call<{ locked: object; process: Record<string, number> }>('getmemoryinfo');
    expect(used['resident']).toBeGreaterThan(10_000_000);
    return [locked, (await node.refusal('getmemoryinfo', 'mallocinfo')).message];
  },
  [{ used: 0, free: 0, total: 0, locked: 0, chunks_used: 0, chunks_free: 0 }, 'mallocinfo mode not available'],
);

testOnCoind(
  'calls that wait for blocks leave half of the work queue to others',
  async (node) => {
    const waiting = Array.from({ length: 2 }, () => node.call('waitfornewblock', 60_000));
    const refused = await node.refusal('waitfornewblock', 60_000);
    const [hash] = await node.call<string[]>('generatetoaddress', 1, 'mkHS9ne12qx9pS9VojpwU5xtRd4T7X7ZUt');
    expect(await node.refusal('waitfornewblock', -1)).toEqual({ code: -1, message: 'Negative timeout' });
    return [refused.code, refused.message, (await Promise.all(waiting)).every((tip) => (tip as unknown as { hash: string }).hash === hash)];
  },
  [-1, '2 calls already wait for blocks, which is the maximum: give them a timeout, or start the node with a larger -rpcworkqueue', true],
  { args: ['-rpcthreads=2', '-rpcworkqueue=2'] },
);

testInFamily(
  'getnetworkhashps is that of the last blocks, or of those before a height',
  async ({ call }) => {
    for (let block = 0; block < 6; block++) {
      await call('setmocktime', 1_700_000_000 + block * block * 10);
      await call('generatetoaddress', 1, 'mkHS9ne12qx9pS9VojpwU5xtRd4T7X7ZUt');
    }
    const asked: unknown[][] = [[], [3], [0], [-1], [2, 5], [2, -1], [2, 0], [2, 99], [1000, 4]];
    const rates: number[] = [];
    for (const args of asked) rates.push(await call<number>('getnetworkhashps', ...args));
    // Of 500 s; the time of genesis is long before, so that a rate with it is 0.
    return [
      rates.map((rate) => Math.round(rate * 500)),
      rates[0] === (await call<{ networkhashps: number }>('getmininginfo')).networkhashps,
    ];
  },
  [[0, 14, 0, 0, 17, 13, 0, 13, 0], true],
);

testInFamily(
  'getconnectioncount counts the peers',
  async (node) => {
    const before = await node.call('getconnectioncount');
    const peer = await node.peer();
    const during = await node.call('getconnectioncount');
    peer.close();
    return [before, during];
  },
  [0, 1],
  { listen: true },
);
