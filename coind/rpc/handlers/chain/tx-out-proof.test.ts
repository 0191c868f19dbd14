import { describe, expect, it } from 'vitest';
import { payingNode } from '../testing/small-node.ts';

describe('gettxoutproof', () => {
  it('proves transactions of one block, found by an unspent output, the index or its hash', () => {
    for (const txindex of [true, false]) {
      const { node, tip, first, second } = payingNode({ txindex });
      for (const txids of [[first.txid], [first.txid, second.txid], node.call<{ tx: string[] }>('getblock', [tip]).tx]) {
        const proof = node.call<string>('gettxoutproof', [txids]);
        expect(proof.slice(0, 160)).toBe(node.call('getblockheader', [tip, false]));
        expect(node.call('verifytxoutproof', [proof])).toEqual(txids);
        expect(node.call('gettxoutproof', [txids, tip])).toBe(proof);
      }
    }
  });

  it('requires the index or a block once all outputs are spent', () => {
    const spent = payingNode({ txindex: false });
    const { node, coinbase, blocks } = spent;
    expect(node.refused('gettxoutproof', [[coinbase]])).toEqual({ code: -5, message: 'Transaction not yet in block' });
    expect(node.call('verifytxoutproof', [node.call('gettxoutproof', [[coinbase], blocks[0]!])])).toEqual([coinbase]);
    const indexed = payingNode();
    expect(indexed.node.call('verifytxoutproof', [indexed.node.call('gettxoutproof', [[indexed.coinbase]])])).toEqual([indexed.coinbase]);
  });

  it('refuses transactions that are not in one block', () => {
    const { node, first, coinbase, blocks } = payingNode();
    expect(node.refused('gettxoutproof', [[first.txid, coinbase]]).code).toBe(-5);
    expect(node.refused('gettxoutproof', [[first.txid], blocks[0]!]).code).toBe(-5);
    expect(node.refused('gettxoutproof', [[first.txid, first.txid]]).code).toBe(-8);
    expect(node.refused('gettxoutproof', [[]]).code).toBe(-5);
  });
});

describe('verifytxoutproof', () => {
  it('returns an empty list for an invalid proof, and an error for one off the main chain', () => {
    const { node, tip, first } = payingNode();
    const proof = node.call<string>('gettxoutproof', [[first.txid]]);
    const wireTxid = Buffer.from(first.txid, 'hex').reverse().toString('hex');
    expect(node.call('verifytxoutproof', [proof.replace(wireTxid, '12'.repeat(32))])).toEqual([]);
    node.chain.invalidate(tip);
    expect(node.refused('verifytxoutproof', [proof])).toEqual({ code: -5, message: 'Block not found in chain' });
  });

  it('returns an empty list for an incomplete proof, and refuses invalid hex', () => {
    const { node, first } = payingNode();
    const proof = node.call<string>('gettxoutproof', [[first.txid]]);
    for (const part of ['00', proof.slice(0, 160), proof.slice(0, -2)]) expect(node.call('verifytxoutproof', [part])).toEqual([]);
    for (const text of ['zz', '']) expect(node.refused('verifytxoutproof', [text]).code).toBe(-8);
  });
});
