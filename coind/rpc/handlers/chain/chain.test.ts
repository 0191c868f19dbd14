import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import { spend } from '../../../mempool/testing/test-pool.ts';
import { payingNode, smallNode } from '../testing/small-node.ts';

const hash256 = (hex: string): string =>
  Buffer.from(sha256(sha256(Buffer.from(hex, 'hex'))))
    .reverse()
    .toString('hex');

interface Header {
  hash: string;
  height: number;
  confirmations: number;
  time: number;
  mediantime: number;
  chainwork: string;
  nTx: number;
  previousblockhash?: string;
  nextblockhash?: string;
}

describe('blocks', () => {
  const { node, blocks, tip, first, second } = payingNode();

  it('have the bytes of their hash', () => {
    const hex = node.call<string>('getblock', [tip, 0]);
    expect(hash256(hex.slice(0, 160))).toBe(tip);
    expect(node.call('getblockheader', [tip, false])).toBe(hex.slice(0, 160));
    expect(node.call('getblock', [tip])).toMatchObject({ size: hex.length / 2, nTx: 3, tx: [expect.any(String), first.txid, second.txid] });
  });

  it('have the same fields in header and block at each verbosity', () => {
    for (const hash of [tip, blocks[50]!, node.call<string>('getblockhash', [0])]) {
      const header = node.call<Header>('getblockheader', [hash]);
      const { tx, size, strippedsize, weight, ...rest } = node.call<Header & { [name: string]: unknown }>('getblock', [hash, 1]);
      expect(rest).toEqual(header);
      expect([tx, size, strippedsize, weight]).not.toContain(undefined);
      const { tx: whole, ...others } = node.call<{ tx: { txid: string }[] }>('getblock', [hash, 2]);
      expect(others).toEqual({ ...rest, size, strippedsize, weight });
      expect(whole.map(({ txid }) => txid)).toEqual(tx);
      for (const { txid, ...members } of header['height'] === 0 ? [] : whole) {
        expect({ in_active_chain: true, txid, ...members }).toEqual(node.call('getrawtransaction', [txid, true, hash]));
      }
    }
  });

  it('name the previous and next block on the main chain', () => {
    const header = node.call<Header>('getblockheader', [blocks[50]!]);
    expect(header).toMatchObject({ height: 51, confirmations: 60, previousblockhash: blocks[49], nextblockhash: blocks[51] });
    expect(node.call<Header>('getblockheader', [tip])).not.toHaveProperty('nextblockhash');
    expect(node.call<Header>('getblockheader', [node.call('getblockhash', [0])])).not.toHaveProperty('previousblockhash');
    expect(BigInt(`0x${header.chainwork}`)).toBe(52n * 2n); // two hashes for each of 52 blocks
  });

  it('are refused if unknown', () => {
    expect(node.refused('getblock', ['00'.repeat(32)])).toEqual({ code: -5, message: 'Block not found' });
    expect(node.refused('getblockheader', ['00'.repeat(32)])).toEqual({ code: -5, message: 'Block not found' });
    for (const height of [-1, 111])
      expect(node.refused('getblockhash', [height])).toEqual({ code: -8, message: 'Block height out of range' });
  });
});

describe('getchaintips', () => {
  it('distinguishes a former main chain from an invalid branch', () => {
    const node = smallNode();
    const [, second = ''] = node.mine(2);
    node.chain.invalidate(second);
    expect(node.call('getchaintips')).toEqual([
      { height: 2, hash: second, branchlen: 1, status: 'invalid' },
      { height: 1, hash: node.chain.tip.hash, branchlen: 0, status: 'active' },
    ]);
    const [other = ''] = node.mine(1);
    node.chain.reconsider(second);
    expect(node.call('getchaintips')).toEqual(expect.arrayContaining([expect.objectContaining({ branchlen: 1, status: 'valid-fork' })]));
    expect(node.call('getblockheader', [node.call('getbestblockhash') === other ? second : other])).toMatchObject({ confirmations: -1 });
    node.call('preciousblock', [other]);
    expect(node.call('getbestblockhash')).toBe(other);
    node.call('preciousblock', [second]);
    expect(node.call('getbestblockhash')).toBe(second);
  });
});

describe('getblockchaininfo', () => {
  it('has the documented fields, for a node without an external chain', () => {
    const { node, tip } = payingNode();
    expect(node.call('getblockchaininfo')).toMatchObject({
      chain: 'regtest',
      blocks: 110,
      headers: 110,
      bestblockhash: tip,
      verificationprogress: 1,
      initialblockdownload: false,
      pruned: false,
      extclient_sync_status: 'waiting to sync...',
      extclient_total_blocks: 0,
      extclient_current_block: 0,
      warnings: '',
    });
    expect(node.call('getblockchaininfo')).not.toHaveProperty('pruneheight');
  });

  it('has bit and statistics only for a started deployment', () => {
    const node = smallNode();
    const forks = () => node.call<{ bip9_softforks: { [name: string]: object } }>('getblockchaininfo').bip9_softforks;
    expect(forks()['testdummy']).toEqual({ status: 'defined', startTime: 0, timeout: expect.any(Number), since: 0 });
    expect(forks()['segwit']).toEqual({ status: 'active', startTime: -1, timeout: expect.any(Number), since: 0 });
    node.mine(153);
    expect(forks()['testdummy']).toEqual({
      status: 'started',
      bit: 28,
      startTime: 0,
      timeout: expect.any(Number),
      since: 144,
      statistics: { period: 144, threshold: 108, elapsed: 10, count: 10, possible: true },
    });
  });

  it('distinguishes a chain of old blocks from a synchronised one', () => {
    const node = smallNode();
    const inInitialDownload = () => node.call<{ initialblockdownload: boolean }>('getblockchaininfo').initialblockdownload;
    expect(inInitialDownload()).toBe(true);
    node.mine(1);
    expect(inInitialDownload()).toBe(false);
    node.clock.now += 1_000_000;
    expect(inInitialDownload()).toBe(false);
  });
});

describe('gettxout', () => {
  it('follows the chain, and with include_mempool the pool', () => {
    const { node, tip, first, second, coinbase } = payingNode();
    expect(node.call('gettxout', [first.txid, 0])).toMatchObject({ bestblock: tip, confirmations: 1, value: 20, coinbase: false });
    expect(node.call('gettxout', [first.txid, 1])).toBeNull();
    expect(node.call('gettxout', [coinbase, 0])).toBeNull();
    for (const n of [-1, 1, 2_000_000_000]) expect(node.call('gettxout', [second.txid, n])).toBeNull();
    const third = spend([{ txid: first.txid, vout: 0 }], [1_999_900_000n]);
    node.call('sendrawtransaction', [third.bytes.toString('hex')]);
    expect(node.call('gettxout', [first.txid, 0])).toBeNull();
    expect(node.call('gettxout', [first.txid, 0, false])).toMatchObject({ value: 20 });
    expect(node.call('gettxout', [third.txid, 0])).toMatchObject({ confirmations: 0, value: 19.999 });
    expect(node.call('gettxout', [third.txid, 0, false])).toBeNull();
  });
});

describe('pruneblockchain', () => {
  it('returns the height of the last pruned block, and keeps the blocks near the tip', () => {
    const node = smallNode({ prune: 'manual' });
    expect(node.refused('pruneblockchain', [1])).toEqual({ code: -1, message: 'Blockchain is too short for pruning.' });
    const hashes = node.mine(300);
    expect(node.refused('pruneblockchain', [301]).code).toBe(-8);
    expect(node.refused('pruneblockchain', [-1]).code).toBe(-8);
    expect(node.call('pruneblockchain', [5])).toBe(5);
    expect(node.refused('getblock', [hashes[4]!])).toEqual({ code: -1, message: 'Block not available (pruned data)' });
    expect(node.call('getblock', [hashes[5]!])).toMatchObject({ height: 6 });
    expect(node.refused('getblockstats', [5]).code).not.toBe(0);
    expect(node.call('getblockchaininfo')).toMatchObject({ pruned: true, pruneheight: 6, automatic_pruning: false });
    expect(node.call('pruneblockchain', [200])).toBe(12);
  });

  it('accepts a time, and prunes blocks two hours older', () => {
    const node = smallNode({ prune: 'manual' });
    node.mine(4);
    node.clock.now += 100_000;
    const [fifth = ''] = node.mine(1);
    const { time } = node.call<Header>('getblockheader', [fifth]);
    node.mine(300);
    expect(node.call('pruneblockchain', [time + 7_199])).toBe(4);
    expect(node.refused('pruneblockchain', [time + 1_000_000]).code).toBe(-8);
  });

  it('requires -prune', () => {
    expect(smallNode().refused('pruneblockchain', [1]).code).toBe(-1);
  });
});
