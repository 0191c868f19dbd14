import { describe, expect, test } from 'vitest';
import { LosslessNumber } from 'lossless-json';
import type { Client } from '../../../client/types.ts';
import { NodeCallError, type NodeCall } from '../../node-call.ts';
import type { TpsNode } from '../network/types.ts';
import type { NetworkCheck } from '../results.ts';
import { judgeNetwork, type JudgedNetwork } from './judge-network.ts';

interface Held {
  readonly pool?: readonly string[];
  /** Transactions of each block above the first two, and what each spends. */
  readonly blocks?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly isVerified?: boolean;
  readonly balance?: string;
  readonly unspent?: readonly string[];
  /** Of its wallet. */
  readonly knows?: readonly string[];
}

const HEIGHT = 2;

function nodeWith(name: string, { pool = [], blocks = [], isVerified = true, balance = '0', unspent = [], knows = [] }: Held): TpsNode {
  const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    getrawmempool: () => pool,
    getblockcount: () => HEIGHT + blocks.length,
    getblockhash: ([height]) => `block ${String(height)}`,
    getblock: ([hash]) => ({
      tx: [
        { txid: `coinbase of ${String(hash)}`, vin: [{ coinbase: '00' }] },
        ...Object.entries(blocks[Number(String(hash).split(' ')[1]) - HEIGHT - 1]!).map(([txid, spends]) => ({
          txid,
          vin: spends.map((outpoint) => ({ txid: outpoint.split(':')[0], vout: Number(outpoint.split(':')[1]) })),
        })),
      ],
    }),
    verifychain: () => isVerified,
    getbalance: () => new LosslessNumber(balance),
    listunspent: () => unspent.map((amount) => ({ amount: new LosslessNumber(amount), spendable: true })),
    gettransaction: ([txid]) => {
      if (knows.includes(String(txid))) return {};
      throw new NodeCallError({ address: name } as Client, 'gettransaction', 'not found', -5);
    },
  };
  return {
    name,
    call: (async (method: string, params: readonly unknown[] = []) => answers[method]!(params)) as unknown as NodeCall,
  } as TpsNode;
}

const network = (nodes: readonly TpsNode[], more: Partial<JudgedNetwork> = {}): JudgedNetwork => ({
  nodes,
  height: HEIGHT,
  accepted: [],
  wallets: [],
  pairs: [],
  forgotten: [],
  timeoutMs: 20,
  signal: new AbortController().signal,
  ...more,
});

/** What does not hold. */
async function problemsOf(judged: JudgedNetwork): Promise<Partial<Record<NetworkCheck, readonly string[]>>> {
  const { checks } = await judgeNetwork(judged);
  return Object.fromEntries(checks.filter(({ problems }) => problems.length > 0).map(({ check, problems }) => [check, problems]));
}

describe('a network', () => {
  test('that has all in its chain holds', async () => {
    const held: Held = {
      blocks: [{ t1: ['c1:0'] }, { t2: ['c2:0', 'c2:1'] }],
      balance: '3.00000001',
      unspent: ['1', '2.00000001'],
      knows: ['p'],
    };
    const node = nodeWith('a', held);
    const judged = network([node, nodeWith('b', held)], {
      accepted: ['t1', 't2'].map((txid) => ({ txid, node: 'a', wasHeld: true })),
      wallets: [{ node, name: 'w', payments: ['p'] }],
      pairs: [{ first: '', second: '', txids: ['t1', 'other'] }],
    });
    const { checks, ...rest } = await judgeNetwork(judged);
    expect(checks).toEqual([
      { check: 'same-transactions', judged: 2, problems: [] },
      { check: 'accepted-kept', judged: 2, problems: [] },
      { check: 'wallet-kept', judged: 1, problems: [] },
      { check: 'balances', judged: 1, problems: [] },
      { check: 'no-double-spend', judged: 4, problems: [] },
      { check: 'verifychain', judged: 2, problems: [] },
    ]);
    const none = { count: 0, examples: [] };
    expect(rest).toEqual({ lost: none, lostWithPool: none, conflicts: [{ txids: ['t1', 'other'], mined: 1 }] });
  });

  test('that lacks what a node had that was not killed since has lost it; what only killed nodes had went with them', async () => {
    const judged = network([nodeWith('a', { pool: ['t1'] }), nodeWith('b', { pool: ['t1'] })], {
      accepted: [
        { txid: 't1', node: 'a', wasHeld: true },
        { txid: 't2', node: 'b', wasHeld: true },
        { txid: 't3', node: 'b', wasHeld: false },
      ],
    });
    const { lost, lostWithPool } = await judgeNetwork(judged);
    expect([lost, lostWithPool]).toEqual([
      { count: 1, examples: [{ txid: 't2', node: 'b' }] },
      { count: 1, examples: [{ txid: 't3', node: 'b' }] },
    ]);
    expect(await problemsOf(judged)).toEqual({
      'accepted-kept': [expect.stringContaining('1 of 3 accepted transactions are in no memory pool')],
    });
  });

  test('whose memory pools differ does not have the same', async () => {
    const judged = network([nodeWith('a', { pool: ['t1'] }), nodeWith('b', { pool: ['t2', 't3'] })]);
    expect(await problemsOf(judged)).toEqual({
      'same-transactions': ['the memory pool of b differs from that of a after all was mined: it has 2 others and lacks 1 (t2, t3, t1)'],
    });
  });

  test('in which a coin is spent twice, or no payment of it mined, is named', async () => {
    const judged = network([nodeWith('a', { blocks: [{ t1: ['c:0'] }, { t2: ['c:0'], t3: ['d:1'] }] })], {
      pairs: [
        { first: '', second: '', txids: ['t1', 't2'] },
        { first: '', second: '', txids: ['x', 'y'] },
      ],
    });
    expect(await problemsOf(judged)).toEqual({
      'no-double-spend': [
        'c:0 is spent twice in the blocks mined since',
        '2 of t1 and t2 are in the chain, which spend the same coin: one must be',
        '0 of x and y are in the chain, which spend the same coin: one must be',
      ],
    });
  });

  test('whose wallets forget a payment, or count otherwise, is named', async () => {
    const node = nodeWith('a', { balance: '0.3', unspent: ['0.1', '0.20000001'], knows: ['p'] });
    const judged = network([node], { wallets: [{ node, name: 'w', payments: ['p', 'q'] }], forgotten: ['earlier'] });
    expect(await problemsOf(judged)).toEqual({
      'wallet-kept': ['earlier', 'the wallet of a does not know 1 of the 2 payments that it had answered before: q'],
      balances: ['the balance of the wallet of a is 30000000 satoshis, and its unspent outputs are 30000001 together'],
    });
  });

  test('in which verifychain is not true is named', async () => {
    const judged = network([nodeWith('a', {}), nodeWith('b', { isVerified: false })]);
    expect(await problemsOf(judged)).toEqual({ verifychain: ['verifychain on b is false'] });
  });
});
