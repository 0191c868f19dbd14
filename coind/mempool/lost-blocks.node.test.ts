import { describe } from 'vitest';
import { testInFamily, type FamilyNode } from '../testing/family.ts';

interface Place {
  readonly txid: string;
  readonly vout: number;
}

const FEE = 0.0001;

/** Spends outputs of one value into one output of the wallet each. Returns the txids. */
async function spendEach({ call }: FamilyNode, places: readonly Place[], value: number): Promise<string[]> {
  const to = await call('getnewaddress');
  const txids: string[] = [];
  for (const place of places) {
    const raw = await call('createrawtransaction', [place], [{ [to]: (value - FEE).toFixed(8) }]);
    const { hex } = await call<{ hex: string }>('signrawtransactionwithwallet', raw);
    txids.push(await call('sendrawtransaction', hex));
  }
  return txids;
}

/** A chain of transactions, each spending the one before. Returns the txids. */
async function line(node: FamilyNode, start: Place, value: number, length: number): Promise<string[]> {
  const txids: string[] = [];
  for (let at = 0; at < length; at++) {
    const before = txids.at(-1);
    txids.push(...(await spendEach(node, [before === undefined ? start : { txid: before, vout: 0 }], value - at * FEE)));
  }
  return txids;
}

/** A coin of 50, spendable. */
async function fund({ call }: FamilyNode, blocks = 101): Promise<Place> {
  const address = await call('getnewaddress');
  const [first = ''] = await call<string[]>('generatetoaddress', blocks, address);
  const {
    tx: [txid = ''],
  } = await call<{ tx: string[] }>('getblock', first);
  return { txid, vout: 0 };
}

const mine = async ({ call }: FamilyNode, count = 1): Promise<string[]> => call('generatetoaddress', count, await call('getnewaddress'));

/** Number of the transactions in the mempool. */
async function back({ call }: FamilyNode, txids: readonly string[]): Promise<number> {
  const pool = new Set(await call<string[]>('getrawmempool'));
  return txids.filter((txid) => pool.has(txid)).length;
}

/** A parent and 12 children in a block, 14 more of its children in the mempool; `lose` then disconnects the block. */
async function family(node: FamilyNode, lose: () => Promise<unknown>, coin: Place): Promise<unknown> {
  const { call } = node;
  const to = await call('getnewaddress');
  const value = 1.9; // 26 times
  const raw = await call(
    'createrawtransaction',
    [coin],
    [
      { [to]: value.toFixed(8) },
      ...(await outputs(node, 25, value)),
      { [await call('getnewaddress')]: (50 - 26 * value - FEE).toFixed(8) },
    ],
  );
  const { hex } = await call<{ hex: string }>('signrawtransactionwithwallet', raw);
  const parent = await call('sendrawtransaction', hex);
  const places = Array.from({ length: 26 }, (_, vout) => ({ txid: parent, vout }));
  const confirmed = [parent, ...(await spendEach(node, places.slice(0, 12), value))];
  await mine(node);
  const waiting = await spendEach(node, places.slice(12), value);
  await lose();
  const { descendantcount } = await call<{ descendantcount: number }>('getmempoolentry', parent);
  return { confirmed: await back(node, confirmed), waiting: await back(node, waiting), descendantcount };
}

async function outputs({ call }: FamilyNode, count: number, value: number): Promise<{ [address: string]: string }[]> {
  const made: { [address: string]: string }[] = [];
  for (let at = 0; at < count; at++) made.push({ [await call('getnewaddress')]: value.toFixed(8) });
  return made;
}

/** Creates a fork of empty blocks above the current tip; returns a function that makes it the active chain again. */
async function longerFork(node: FamilyNode, blocks: number): Promise<() => Promise<unknown>> {
  const [first = ''] = await mine(node, blocks);
  await node.call('invalidateblock', first);
  return () => node.call('reconsiderblock', first);
}

describe('transactions of disconnected blocks return to the mempool', () => {
  testInFamily(
    'with more children in the pool than a parent may have, by invalidateblock',
    async (node) => {
      const coin = await fund(node);
      return family(node, async () => node.call('invalidateblock', await node.call('getbestblockhash')), coin);
    },
    { confirmed: 13, waiting: 14, descendantcount: 27 },
    { keypool: 60 },
  );

  testInFamily(
    'with more children in the pool than a parent may have, by a longer fork',
    async (node) => {
      const coin = await fund(node);
      return family(node, await longerFork(node, 3), coin);
    },
    { confirmed: 13, waiting: 14, descendantcount: 27 },
    { keypool: 60 },
  );

  testInFamily(
    'from several blocks: a line of 40 in two of them',
    async (node) => {
      const coin = await fund(node);
      const lower = await line(node, coin, 50, 20);
      const [block = ''] = await mine(node);
      const upper = await line(node, { txid: lower.at(-1)!, vout: 0 }, 50 - 20 * FEE, 20);
      await mine(node);
      await node.call('invalidateblock', block);
      const { ancestorcount } = await node.call<{ ancestorcount: number }>('getmempoolentry', upper.at(-1));
      const { descendantcount } = await node.call<{ descendantcount: number }>('getmempoolentry', lower[0]);
      const came = await back(node, [...lower, ...upper]);
      await mine(node);
      return { came, ancestorcount, descendantcount, left: await node.call('getrawmempool') };
    },
    { came: 40, ancestorcount: 40, descendantcount: 40, left: [] },
  );

  testInFamily(
    'from several blocks: 100 that spend each other, in four of them',
    async (node) => {
      const coin = await fund(node);
      const txids: string[] = [];
      const blocks: string[] = [];
      for (let at = 0; at < 4; at++) {
        const before = txids.at(-1);
        txids.push(...(await line(node, before === undefined ? coin : { txid: before, vout: 0 }, 50 - txids.length * FEE, 25)));
        blocks.push(...(await mine(node)));
      }
      await node.call('invalidateblock', blocks[0]);
      return back(node, txids);
    },
    100,
  );
});

/** A block with a parent of `fan` outputs and a chain of `length` transactions below each; none was in the mempool. Returns the txids by level. */
async function minedTree({ call }: FamilyNode, coin: Place, fan: number, length: number): Promise<string[][]> {
  const address = await call('getnewaddress', '', 'bech32');
  const { scriptPubKey } = await call<{ scriptPubKey: string }>('getaddressinfo', address);
  const sign = async (raw: string, prevtxs: unknown[]): Promise<{ hex: string; txid: string }> => {
    const { hex } = await call<{ hex: string }>('signrawtransactionwithwallet', raw, prevtxs);
    return { hex, txid: (await call<{ txid: string }>('decoderawtransaction', hex)).txid };
  };
  const each = 49 / fan;
  const outs: { [address: string]: string }[] = [{ [address]: each.toFixed(8) }];
  while (outs.length < fan) outs.push({ [await call('getnewaddress', '', 'bech32')]: each.toFixed(8) });
  const parent = await sign(await call('createrawtransaction', [coin], outs), []);
  const all = [parent];
  const levels = [[parent.txid]];
  for (let branch = 0; branch < fan; branch++) {
    const own = await call<{ vout: { scriptPubKey: { hex: string } }[] }>('decoderawtransaction', parent.hex);
    let from = { txid: parent.txid, vout: branch, scriptPubKey: own.vout[branch]!.scriptPubKey.hex, amount: each };
    for (let depth = 1; depth <= length; depth++) {
      const amount = Number((from.amount - FEE).toFixed(8));
      const raw = await call('createrawtransaction', [{ txid: from.txid, vout: from.vout }], [{ [address]: amount.toFixed(8) }]);
      const made = await sign(raw, [from]);
      all.push(made);
      (levels[depth] ??= []).push(made.txid);
      from = { txid: made.txid, vout: 0, scriptPubKey, amount };
    }
  }
  await call(
    'generateblock',
    address,
    all.map(({ hex }) => hex),
  );
  return levels;
}

describe('the limits of chains hold among transactions that return together', () => {
  const args = ['-limitancestorcount=3', '-limitdescendantcount=3'];

  /** How many transactions of each level return. */
  const returned = async (node: FamilyNode, fan: number, length: number): Promise<number[]> => {
    const levels = await minedTree(node, await fund(node), fan, length);
    await node.call('invalidateblock', await node.call('getbestblockhash'));
    return Promise.all(levels.map((txids) => back(node, txids)));
  };

  testInFamily('for a line of 10 in a block', (node) => returned(node, 1, 9), [1, 1, 1, 0, 0, 0, 0, 0, 0, 0], { args });
  // A parent may have one small child more than the limit.
  testInFamily('for a parent with 5 children in a block', (node) => returned(node, 5, 1), [1, 3], { args });
  testInFamily('by size', (node) => returned(node, 1, 9), [1, 1, 1, 1, 1, 1, 1, 1, 1, 0], { args: ['-limitancestorsize=1'] });

  testInFamily(
    'for a line of 40 in two blocks that a longer fork replaces',
    async (node) => {
      const coin = await fund(node);
      const restore = await longerFork(node, 3);
      const lower = await line(node, coin, 50, 20);
      await mine(node);
      const upper = await line(node, { txid: lower.at(-1)!, vout: 0 }, 50 - 20 * FEE, 20);
      await mine(node);
      await restore();
      return back(node, [...lower, ...upper]);
    },
    25,
  );
});
