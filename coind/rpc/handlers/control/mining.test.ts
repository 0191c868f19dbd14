import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runNode, type RunningNode } from '../../../node.ts';
import { makeBlock, makeHeader } from '../../../primitives/block.ts';
import { merkleRoot } from '../../../primitives/merkle-root.ts';
import { makeTransaction } from '../../../primitives/transaction.ts';
import { decodeTransaction } from '../../../script/decode-transaction.ts';
import type { Block, Transaction } from '../../../primitives/types.ts';
import type { Methods } from '../../../../specs/model/generated/methods.d.ts';

type Template = Extract<Methods['getblocktemplate']['result'], { readonly bits: string }>;

let node: RunningNode;
let address: string;

beforeEach(async () => {
  node = await runNode();
  address = await node.call('getnewaddress');
  await node.call('generatetoaddress', [101, address]);
});
afterEach(() => node.stop());

async function template(): Promise<Template> {
  return (await node.call('getblocktemplate', [{ rules: ['segwit'] }])) as Template;
}

/** A block made from the template only, as a miner makes it. */
function solve(from: Template, coinbaseValue = BigInt(from.coinbasevalue), extra = 0): Block {
  const transactions = from.transactions.map(({ data }) => decodeTransaction(Buffer.from(data, 'hex')) as Transaction);
  const height = Buffer.from([1, Number(from.height)]);
  const coinbase = makeTransaction({
    version: 2,
    inputs: [
      {
        txid: '0'.repeat(64),
        vout: 0xffffffff,
        scriptSig: Buffer.concat([height, Buffer.from([1, extra])]),
        sequence: 0xffffffff,
        witness: [Buffer.alloc(32)],
      },
    ],
    outputs: [
      { valueSat: coinbaseValue, scriptPubKey: Buffer.from([0x51]) },
      { valueSat: 0n, scriptPubKey: Buffer.from(from.default_witness_commitment as string, 'hex') },
    ],
    locktime: 0,
  });
  const all = [coinbase, ...transactions];
  const { root } = merkleRoot(all.map(({ txid }) => txid));
  for (let nonce = 0; ; nonce++) {
    const header = makeHeader({
      version: Number(from.version),
      previousHash: from.previousblockhash,
      merkleRoot: root,
      time: Number(from.curtime),
      bits: Number.parseInt(from.bits, 16),
      nonce,
    });
    if (header.hash <= from.target) return makeBlock(header, all);
  }
}

const hexOf = ({ bytes }: Block): string => bytes.toString('hex');

describe('a block of the template', () => {
  test('is accepted with the transactions of the pool, but only once', async () => {
    const parent = await node.call('sendtoaddress', [address, 40]);
    const child = await node.call('sendtoaddress', [address, 45]);
    const from = await template();
    expect(from.transactions.map(({ txid, depends }) => [txid, depends])).toEqual([
      [parent, []],
      [child, [1]],
    ]);
    const fees = from.transactions.reduce((sum, { fee }) => sum + BigInt(fee ?? 0), 0n);
    expect(from.coinbasevalue).toBe(5_000_000_000n + fees);
    const block = solve(from);
    expect(await node.call('getblocktemplate', [{ mode: 'proposal', data: hexOf(block) }])).toBeNull();
    expect(await node.call('submitblock', [hexOf(block)])).toBeNull();
    expect(await node.call('getbestblockhash')).toBe(block.header.hash);
    expect(await node.call('submitblock', [hexOf(block)])).toBe('duplicate');
    expect(await node.call('getblocktemplate', [{ mode: 'proposal', data: hexOf(block) }])).toBe('duplicate');
  });

  test('with too large a coinbase is rejected', async () => {
    const block = solve(await template(), 5_000_000_001n);
    expect(await node.call('getblocktemplate', [{ mode: 'proposal', data: hexOf(block) }])).toBe('bad-cb-amount');
    expect(await node.call('submitblock', [hexOf(block)])).toBe('bad-cb-amount');
    expect(await node.call('submitblock', [hexOf(block)])).toBe('duplicate-invalid');
    expect(await node.call('getblockcount')).toBe(101);
  });

  test('off the tip is inconclusive', async () => {
    const from = await template();
    await node.call('generatetoaddress', [1, address]);
    const block = solve(from, undefined, 7);
    expect(await node.call('getblocktemplate', [{ mode: 'proposal', data: hexOf(block) }])).toBe('inconclusive-not-best-prevblk');
    expect(await node.call('submitblock', [hexOf(block)])).toBe('inconclusive');
  });
});

test('a long poll for a template ends with a new tip', async () => {
  const { longpollid } = await template();
  let done = false;
  const waiting = node.call('getblocktemplate', [{ rules: ['segwit'], longpollid }]).then((next) => {
    done = true;
    return next as Template;
  });
  await template(); // one that does not wait would have ended before this call
  expect(done).toBe(false);
  const [hash] = await node.call('generatetoaddress', [1, address]);
  expect((await waiting).previousblockhash).toBe(hash);
});

test('invalid blocks and invalid requests are refused', async () => {
  const refused = async (request: object): Promise<unknown> =>
    node.call('getblocktemplate', [request as never]).then(
      () => 'accepted',
      (error: { code: number }) => error.code,
    );
  expect(await refused({})).toBe(-8);
  expect(await refused({ mode: 'other' })).toBe(-8);
  expect(await refused({ mode: 'proposal' })).toBe(-3);
  expect(await refused({ mode: 'proposal', data: 'zz' })).toBe(-22);
  for (const hex of ['', 'zz', '00', `${'00'.repeat(80)}00`])
    await expect(node.call('submitblock', [hex])).rejects.toMatchObject({ code: -22 });
});

test('generateblock mines exactly the given transactions', async () => {
  const left = await node.call('sendtoaddress', [address, 1]);
  const taken = await node.call('sendtoaddress', [address, 2]);
  const entry = (await node.call('getmempoolentry', [taken])) as { readonly depends: readonly string[] };
  const order = entry.depends.includes(left) ? [left, taken] : [taken];
  const raw = (await node.call('getrawtransaction', [order[0] as string])) as string;
  const { hash } = await node.call('generateblock', [address, [raw, ...order.slice(1)]]);
  expect(((await node.call('getblock', [hash])) as { readonly tx: readonly string[] }).tx.slice(1)).toEqual(order);
  await expect(node.call('generateblock', [address, ['0'.repeat(64)]])).rejects.toMatchObject({ code: -5 });
  await expect(node.call('generateblock', [address, [raw]])).rejects.toMatchObject({ code: -25 });
  await expect(node.call('generateblock', ['not-an-address', []])).rejects.toMatchObject({ code: -5 });
  expect((await node.call('generateblock', ['raw(51)', []])).hash).toBe(await node.call('getbestblockhash'));
});

test('a block marked invalid leaves the chain, and returns when reconsidered', async () => {
  const [first, second] = await node.call('generatetoaddress', [2, address]);
  await node.call('invalidateblock', [first as string]);
  expect(await node.call('getblockcount')).toBe(101);
  const [other] = await node.call('generatetoaddress', [1, address]);
  expect(await node.call('getbestblockhash')).toBe(other);
  await node.call('reconsiderblock', [first as string]);
  expect(await node.call('getbestblockhash')).toBe(second);
  await expect(node.call('invalidateblock', ['0'.repeat(64)])).rejects.toMatchObject({ code: -5 });
});

test('prioritisetransaction moves a transaction before others with higher fees', async () => {
  const txid = await node.call('sendtoaddress', [address, 1]);
  expect(await node.call('prioritisetransaction', [txid, 0, 1_000_000])).toBe(true);
  const entry = (await node.call('getmempoolentry', [txid])) as {
    readonly fees: { readonly base: { readonly sat: bigint }; readonly modified: { readonly sat: bigint } };
  };
  expect(entry.fees.modified.sat - entry.fees.base.sat).toBe(1_000_000n);
  await expect(node.call('prioritisetransaction', [txid, 1, 5])).rejects.toMatchObject({ code: -8 });
});

test('getmininginfo describes the last assembled block', async () => {
  await node.call('sendtoaddress', [address, 1]);
  expect(await node.call('getmininginfo')).toMatchObject({ blocks: 101, currentblocktx: 0, pooledtx: 1, chain: 'regtest' });
  await node.call('generatetoaddress', [1, address]);
  expect(await node.call('getmininginfo')).toMatchObject({ blocks: 102, currentblocktx: 1, pooledtx: 0 });
});
