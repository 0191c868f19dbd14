import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BenchError, BenchNode } from './bench-node.ts';
import { SendingNode } from './sending-node.ts';

test('all transactions of a round are accepted over several connections and mined; a round without enough of them fails', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pyx-sending-'));
  const bench = await BenchNode.start({ name: 'coind', command: [process.execPath, join(import.meta.dirname, '../../bin/coind.js')] });
  const node = new SendingNode(bench, { count: 150, connections: 8, folder });
  try {
    await expect(node.send(1)).rejects.toThrow('nothing is prepared');
    await node.prepare();
    const heights: number[] = [];
    for (const count of [60, 60]) {
      const { acceptedPerS, cpuMs } = await node.send(count);
      expect(acceptedPerS).toBeGreaterThan(0);
      expect(cpuMs).toBeGreaterThan(0);
      const { height, tx } = await bench.result('getblock', [await bench.result('getbestblockhash'), 1]);
      expect(tx).toHaveLength(count + 1);
      heights.push(height);
    }
    expect(heights[1]).toBe(heights[0]! + 1);
    const short = node.send(60);
    await expect(short).rejects.toBeInstanceOf(BenchError);
    await expect(short).rejects.toThrow('coind mined 30 of 60 transactions');
  } finally {
    await node.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
