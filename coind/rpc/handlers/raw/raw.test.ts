import { describe, expect, it } from 'vitest';
import { regtest } from '../../../regtest.ts';
import { spend } from '../../../mempool/testing/test-pool.ts';
import { payingNode } from '../testing/small-node.ts';

type Result = { readonly [name: string]: unknown };

describe('getrawtransaction', () => {
  it('finds transactions of the chain by the index, or in the given block', () => {
    const { node, tip, first } = payingNode();
    const hex = first.bytes.toString('hex');
    expect(node.call('getrawtransaction', [first.txid])).toBe(hex);
    const verbose = node.call<Result>('getrawtransaction', [first.txid, true]);
    const { time } = node.chain.tip.header;
    expect(verbose).toEqual({
      ...node.call<object>('decoderawtransaction', [hex]),
      hex,
      blockhash: tip,
      confirmations: 1,
      time,
      blocktime: time,
    });
    expect(node.call('getrawtransaction', [first.txid, true, tip])).toEqual({ ...verbose, in_active_chain: true });
    const other = node.call<string>('getblockhash', [1]);
    expect(node.refused('getrawtransaction', [first.txid, true, other]).message).toMatch(
      /^No such transaction found in the provided block/,
    );
    expect(node.refused('getrawtransaction', [first.txid, true, '00'.repeat(32)])).toEqual({ code: -5, message: 'Block hash not found' });
  });

  it('requires the index or a block for confirmed transactions', () => {
    const { node, tip, first } = payingNode({ txindex: false });
    expect(node.refused('getrawtransaction', [first.txid])).toMatchObject({ code: -5, message: expect.stringContaining('Use -txindex') });
    expect(node.call('getrawtransaction', [first.txid, false, tip])).toBe(first.bytes.toString('hex'));
    const waiting = spend([{ txid: first.txid, vout: 0 }], [1_999_990_000n]);
    node.call('sendrawtransaction', [waiting.bytes.toString('hex')]);
    expect(node.call('getrawtransaction', [waiting.txid])).toBe(waiting.bytes.toString('hex'));
    expect(node.refused('getrawtransaction', [waiting.txid, false, tip]).code).toBe(-5);
  });

  it('has no time of confirmation for a block off the main chain', () => {
    const { node, tip, second } = payingNode();
    node.chain.invalidate(tip);
    const shown = node.call<Result>('getrawtransaction', [second.txid, true, tip]);
    expect(shown).toMatchObject({ in_active_chain: false, blockhash: tip, confirmations: 0 });
    expect(shown).not.toHaveProperty('blocktime');
  });

  it('refuses the coinbase of the genesis block', () => {
    expect(payingNode().node.refused('getrawtransaction', [regtest.genesis.header.merkleRoot]).code).toBe(-5);
  });
});

describe('sendrawtransaction', () => {
  it('adds a transaction to the pool and announces it to peers, each time it is sent', () => {
    const { node, first } = payingNode();
    const { txid, bytes } = spend([{ txid: first.txid, vout: 0 }], [1_999_990_000n]);
    const before = node.relayed.length;
    for (let times = 1; times <= 2; times++) {
      expect(node.call('sendrawtransaction', [bytes.toString('hex')])).toBe(txid);
      expect(node.relayed.slice(before)).toEqual(Array.from({ length: times }, () => txid));
    }
    expect(node.call('getrawmempool')).toEqual([txid]);
  });

  it('refuses with the message of the family, as testmempoolaccept predicts', () => {
    const { node, first, second, coinbase } = payingNode();
    const answers = (transaction: ReturnType<typeof spend>) => {
      const hex = transaction.bytes.toString('hex');
      const [tested] = node.call<[Result]>('testmempoolaccept', [[hex]]);
      expect(tested).toMatchObject({ txid: transaction.txid, allowed: false });
      return { ...node.refused('sendrawtransaction', [hex]), reason: tested['reject-reason'] };
    };
    expect(answers(spend([{ txid: '11'.repeat(32), vout: 0 }], [1_000_000n]))).toEqual({
      code: -25,
      message: 'bad-txns-inputs-missingorspent',
      reason: 'missing-inputs',
    });
    expect(answers(spend([{ txid: second.txid, vout: 0 }], [9_000_000_000n]))).toMatchObject({ code: -26, reason: 'bad-txns-in-belowout' });
    expect(answers(first)).toEqual({ code: -27, message: 'Transaction already in block chain', reason: 'txn-already-known' });
    expect(answers(spend([{ txid: coinbase, vout: 0 }], [1_000_000n]))).toMatchObject({ code: -25, reason: 'missing-inputs' });
    expect(node.relayed).toEqual([first.txid, second.txid]);
  });

  it('accepts an unusually high fee only if asked to', () => {
    const { node, first } = payingNode();
    const generous = spend([{ txid: first.txid, vout: 0 }], [1_900_000_000n]).bytes.toString('hex');
    expect(node.call('testmempoolaccept', [[generous]])).toMatchObject([{ allowed: false, 'reject-reason': 'max-fee-exceeded' }]);
    expect(node.refused('sendrawtransaction', [generous])).toMatchObject({
      code: -25,
      message: expect.stringMatching(/^Fee exceeds maximum/),
    });
    expect(node.call('testmempoolaccept', [[generous], true])).toMatchObject([{ allowed: true }]);
    expect(node.call('getrawmempool')).toEqual([]);
    node.call('sendrawtransaction', [generous, true]);
    expect(node.call('getrawmempool')).toHaveLength(1);
  });
});

describe('testmempoolaccept', () => {
  it('accepts a list of exactly one transaction', () => {
    const { node, first } = payingNode();
    const hex = spend([{ txid: first.txid, vout: 0 }], [1_999_990_000n]).bytes.toString('hex');
    expect(node.call('testmempoolaccept', [[hex]])).toEqual([{ txid: expect.any(String), allowed: true }]);
    for (const list of [[], [hex, hex]]) expect(node.refused('testmempoolaccept', [list]).code).toBe(-8);
    expect(node.refused('testmempoolaccept', [['zz']]).code).toBe(-22);
  });
});
