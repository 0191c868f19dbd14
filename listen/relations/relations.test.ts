import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { parseTransaction, txidOf } from '../../oracles/transaction.ts';
import { specification } from '../../specs/model/specification.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { Relations } from './relations.ts';
import type { TimedCall } from './timed-call.ts';

const hash = (digit: string): string => digit.repeat(64);
const [A, B, C] = ['a', 'b', 'c'].map(hash) as [string, string, string];

interface Told {
  readonly method: string;
  readonly params?: readonly Wire[];
  readonly result: Wire;
  /** Default: one call after another. */
  readonly times?: readonly [number, number];
  readonly wallet?: string;
}

function judged(told: readonly Told[], between?: (relations: Relations, index: number) => void): string[] {
  const relations = new Relations(specification);
  return told.flatMap(({ method, params = [], result, times: [startedAt, endedAt] = [0, 0], wallet }, index) => {
    between?.(relations, index);
    const at = endedAt === 0 ? { startedAt: 10 * index + 10, endedAt: 10 * index + 15 } : { startedAt, endedAt };
    const call: TimedCall = {
      method,
      args: params,
      params,
      wallet,
      reply: { type: 'result', result, durationMs: 1 },
      client: 'client',
      ...at,
    };
    return relations.note(call).map(({ difference }) => `${difference?.method} ${difference?.rule}`);
  });
}

const best = (result: string): Told => ({ method: 'getbestblockhash', result });
const count = (result: number): Told => ({ method: 'getblockcount', result });
const at = (height: number, result: string): Told => ({ method: 'getblockhash', params: [height], result });
const pool = (...result: string[]): Told => ({ method: 'getrawmempool', result });
const poolSize = (size: number): Told => ({
  method: 'getmempoolinfo',
  result: { size, bytes: 0, usage: 0, maxmempool: 0, mempoolminfee: new LosslessNumber('0.0'), minrelaytxfee: new LosslessNumber('0.0') },
});

const WRONG = ['getblockcount chain-tip/height'];

test('the height is judged between two equal answers about the best block', () => {
  expect(judged([at(5, A), best(A), count(5), best(A)])).toEqual([]);
  expect(judged([at(5, A), best(A), count(6), best(A)])).toEqual(WRONG);
});

test('a block that comes in between explains another height, and so does one of which nothing was heard', () => {
  expect(judged([at(5, A), at(6, B), best(A), count(6), best(B)])).toEqual([]);
  expect(judged([at(5, A), best(A), count(6)])).toEqual([]);
  expect(judged([at(5, A), count(6), best(A)])).toEqual([]);
});

test('calls that overlap an answer about the best block are not judged', () => {
  const overlapping = (times: readonly [number, number]): Told[] => [
    { ...at(5, A), times: [1, 2] },
    { ...best(A), times: [10, 20] },
    { ...count(6), times },
    { ...best(A), times: [40, 50] },
  ];
  expect(judged(overlapping([25, 30]))).toEqual(WRONG);
  for (const times of [
    [20, 30],
    [15, 30],
    [25, 40],
    [25, 45],
  ] as const)
    expect(judged(overlapping(times)), String(times)).toEqual([]);
});

test('what a client may have changed in between is not judged, nor is what an unknown call may have', () => {
  const invalidated: Told = { method: 'invalidateblock', params: [A], result: null };
  expect(judged([at(5, A), best(A), invalidated, count(4), best(A)])).toEqual([]);
  const relations = (told: readonly Told[]) => judged(told, (all, index) => index === 3 && all.noteUnknown({ startedAt: 22, endedAt: 27 }));
  expect(relations([at(5, A), best(A), count(4), best(A)])).toEqual([]);
});

test('a reorganisation is no contradiction', () => {
  expect(judged([at(5, A), best(A), at(5, B), best(B), count(5), best(B), at(5, A), best(A)])).toEqual([]);
});

test('a block has one height', () => {
  expect(judged([at(5, A), at(6, A)])).toEqual(['getblockhash chain-links/heights']);
  const known: Told = { method: 'getchaintips', result: [{ height: 7, hash: A, branchlen: 0, status: 'active' }] };
  expect(judged([at(5, A), known])).toEqual(['getchaintips chain-tip/tips']);
});

test('the size of the pool is judged between two equal lists of it', () => {
  expect(judged([pool(A, B), poolSize(2), pool(B, A)])).toEqual([]);
  expect(judged([pool(A, B), poolSize(3), pool(B, A)])).toEqual(['getmempoolinfo mempool-entries/list']);
  expect(judged([pool(A, B), poolSize(3), pool(A, B, C)])).toEqual([]);
  expect(judged([pool(A), { method: 'sendtoaddress', params: [A, '1'], result: B }, poolSize(2), pool(A)])).toEqual([]);
});

const coin = (amount: string, rest: { readonly [name: string]: Wire } = {}): Wire => ({
  txid: A,
  vout: 0,
  label: '',
  scriptPubKey: '51',
  amount: new LosslessNumber(amount),
  confirmations: 3,
  spendable: true,
  solvable: true,
  safe: true,
  ...rest,
});
const coins = (...result: Wire[]): Told => ({ method: 'listunspent', result, wallet: 'w' });
const balance = (amount: string, wallet = 'w'): Told => ({ method: 'getbalance', result: new LosslessNumber(amount), wallet });

test('the balance is at least the sum of the coins, of the same wallet', () => {
  const two = coins(coin('1.5'), coin('2', { vout: 1 }));
  const WRONG_BALANCE = ['getbalance wallet-balances/sum-of-unspent'];
  expect(judged([two, balance('3.5'), two])).toEqual([]);
  // Locked coins are in the balance only.
  expect(judged([two, balance('4.5'), two])).toEqual([]);
  expect(judged([two, balance('3.4'), two])).toEqual(WRONG_BALANCE);
  expect(judged([two, balance('3.4', 'other'), two])).toEqual([]);
  expect(judged([two, balance('3.4'), coins(coin('1.5'))])).toEqual([]);
  const others = coins(coin('1'), coin('5', { vout: 1, spendable: false }), coin('7', { vout: 2, confirmations: 0 }));
  expect(judged([others, balance('1'), others])).toEqual([]);
  const reused = coins(coin('1', { reused: true }));
  expect(judged([reused, balance('0'), reused])).toEqual([]);
});

test('a transaction in a form that the documents do not describe is not judged', () => {
  const extended = '020000000008' + '00'.repeat(40);
  expect(judged([{ method: 'sendrawtransaction', params: [extended], result: A }])).toEqual([]);
  expect(judged([{ method: 'getblock', params: [A, 0], result: '00'.repeat(20) }])).toEqual([]);
});

/** A transaction of one input and one output, as hexadecimal bytes. */
function spending(txid: string, amountSat: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(amountSat));
  const spent = Buffer.from(txid, 'hex').reverse().toString('hex');
  return `0200000001${spent}0000000000ffffffff01${bytes.toString('hex')}0000000000`;
}

test('the fee of a pool entry is judged where its transaction was shown, and all that it spends', () => {
  const idOf = (hex: string): string => txidOf(parseTransaction(hex, { witness: false }));
  const parent = spending(A, 100_000);
  const child = spending(idOf(parent), 90_000);
  const greedy = spending(idOf(parent), 100_001);
  const sent = (hex: string): Told => ({ method: 'sendrawtransaction', params: [hex], result: idOf(hex) });
  const entry = (hex: string, base: string): Told => ({
    method: 'getmempoolentry',
    params: [idOf(hex)],
    result: { fees: { base: new LosslessNumber(base) } },
  });
  expect(judged([sent(parent), sent(child), entry(child, '0.0001')])).toEqual([]);
  expect(judged([sent(parent), sent(child), entry(child, '0.00010001')])).toEqual(['getmempoolentry listened/pool-fee']);
  expect(judged([sent(parent), sent(child), entry(parent, '5')])).toEqual([]);
  expect(judged([sent(child), sent(parent), entry(child, '5')])).toEqual([]);
  expect(judged([sent(parent), sent(greedy), entry(greedy, '5')])).toEqual([]);
});

test('a call that the documents do not describe is not judged, and one without its members as far as it can be', () => {
  expect(judged([{ method: 'getblockhash', params: ['5'], result: A }, at(6, A)])).toEqual([]);
  expect(judged([{ method: 'getblockheader', params: [A], result: { hash: B } }])).toEqual(['getblockheader recomputed-blocks/hash']);
  expect(judged([{ method: 'getblockheader', params: [A], result: { hash: 5, height: 'none' } }])).toEqual([]);
});

test('both calls are named', () => {
  const relations = new Relations(specification);
  const note = ({ method, params = [], result }: Told, startedAt: number) =>
    relations.note({
      method,
      args: params,
      params,
      startedAt,
      endedAt: startedAt + 1,
      client: '127.0.0.1:5',
      reply: { type: 'result', result, durationMs: 1 },
    });
  note(at(5, A), 0);
  const [found] = note(at(6, A), 1_000);
  expect(found).toMatchObject({ evidence: 'document', check: 'equals' });
  expect(found?.source).toContain('document 2, Blockchain and memory pool');
  expect(found?.message).toContain('Call: getblockhash [6] of 127.0.0.1:5, answered at 1970-01-01T00:00:01.001Z');
  expect(found?.message).toContain('Compared with: getblockhash [5] of 127.0.0.1:5, answered at 1970-01-01T00:00:00.001Z');
});
