import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { spend } from '../../../mempool/testing/test-pool.ts';
import { payingNode } from '../testing/small-node.ts';
import { loadPool } from '../../../mempool/testing/load-pool.ts';

/** Three transactions in the pool, each spending the one before; fees of 5,000, 6,000 and 7,000 satoshis. */
function waitingNode() {
  const { node, first } = payingNode();
  const parent = spend([{ txid: first.txid, vout: 0 }], [1_999_995_000n]);
  const child = spend([{ txid: parent.txid, vout: 0 }], [1_999_989_000n]);
  const grandchild = spend([{ txid: child.txid, vout: 0 }], [1_999_982_000n]);
  for (const transaction of [parent, child, grandchild]) node.call('sendrawtransaction', [transaction.bytes.toString('hex')]);
  return { node, parent, child, grandchild };
}

describe('the pool', () => {
  const { node, parent, child, grandchild } = waitingNode();

  it('counts a transaction among its own ancestors and descendants, in numbers, sizes and fees', () => {
    const { vsize } = child;
    expect(node.call('getmempoolentry', [child.txid])).toEqual({
      size: vsize,
      fee: 0.00006,
      modifiedfee: 0.00006,
      time: node.clock.now,
      height: 110,
      descendantcount: 2,
      descendantsize: vsize + grandchild.vsize,
      descendantfees: 13_000,
      ancestorcount: 2,
      ancestorsize: vsize + parent.vsize,
      ancestorfees: 11_000,
      wtxid: child.wtxid,
      fees: { base: 0.00006, modified: 0.00006, ancestor: 0.00011, descendant: 0.00013 },
      depends: [parent.txid],
      spentby: [grandchild.txid],
    });
  });

  it('lists ancestors and descendants by id or with their entries', () => {
    expect(node.call<string[]>('getmempoolancestors', [grandchild.txid]).sort()).toEqual([parent.txid, child.txid].sort());
    expect(node.call('getmempooldescendants', [child.txid, true])).toEqual({
      [grandchild.txid]: node.call('getmempoolentry', [grandchild.txid]),
    });
    expect(node.call<string[]>('getrawmempool').sort()).toEqual([parent.txid, child.txid, grandchild.txid].sort());
    expect(Object.keys(node.call<object>('getrawmempool', [true])).sort()).toEqual(node.call<string[]>('getrawmempool').sort());
  });

  it('does not contain confirmed transactions', () => {
    const [confirmed = ''] = node.call<{ tx: string[] }>('getblock', [node.chain.tip.hash]).tx;
    for (const method of ['getmempoolentry', 'getmempoolancestors', 'getmempooldescendants']) {
      expect(node.refused(method, [confirmed])).toEqual({ code: -5, message: 'Transaction not in mempool' });
    }
  });

  it('reports its size and minimum fee rates', () => {
    expect(node.call('getmempoolinfo')).toEqual({
      size: 3,
      bytes: parent.vsize + child.vsize + grandchild.vsize,
      usage: expect.any(Number),
      maxmempool: 300_000_000,
      mempoolminfee: 0.00001,
      minrelaytxfee: 0.00001,
    });
  });
});

describe('savemempool', () => {
  it('writes the file that the next start reads', async () => {
    const datadir = mkdtempSync(join(tmpdir(), 'coind-savemempool-'));
    const { node } = payingNode({ datadir });
    try {
      const file = join(datadir, 'regtest', 'mempool.dat');
      expect(node.refused('savemempool')).toEqual({ code: -1, message: 'The mempool was not loaded yet' });
      loadPool(node.mempool, file);
      expect(node.call('savemempool')).toBeNull();
      expect(statSync(file).size).toBeGreaterThan(0);
    } finally {
      await node.state.close();
      rmSync(datadir, { recursive: true });
    }
  });

  it('succeeds without a data directory', () => {
    expect(payingNode().node.call('savemempool')).toBeNull();
  });

  it('reports a failed write with the message of the family, without the path', async () => {
    const datadir = mkdtempSync(join(tmpdir(), 'coind-savemempool-'));
    const { node } = payingNode({ datadir });
    try {
      loadPool(node.mempool, join(datadir, 'none'));
      mkdirSync(join(datadir, 'regtest', 'mempool.dat'), { recursive: true });
      expect(node.refused('savemempool')).toEqual({ code: -1, message: expect.stringMatching(/^Unable to dump mempool to disk[^/]*$/) });
    } finally {
      await node.state.close();
      rmSync(datadir, { recursive: true });
    }
  });
});
