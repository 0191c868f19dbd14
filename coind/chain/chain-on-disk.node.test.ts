import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildBlock, coinbaseOutpoint, createTestChain, digest, reasonOf, spend, isVerified } from './testing/test-chain.ts';

let datadir = '';

beforeEach(() => {
  datadir = mkdtempSync(join(tmpdir(), 'coind-chain-'));
});

afterEach(() => {
  rmSync(datadir, { recursive: true, force: true });
});

describe('the chain on disk', () => {
  it('is the same after a restart', async () => {
    const first = createTestChain({ datadir, txindex: true });
    first.mine(110);
    const payment = spend([coinbaseOutpoint(first.chain, 1)], [{ valueSat: 1n }, { valueSat: 2n }]);
    expect(reasonOf(first.chain.acceptBlock(buildBlock({ parent: first.chain.tip, transactions: [payment] })))).toBeUndefined();
    const side = buildBlock({ parent: first.chain.atHeight(109)! });
    first.chain.acceptBlock(side);
    first.chain.acceptHeader(buildBlock({ parent: first.chain.tip }).header);
    const orphanParent = buildBlock({ parent: first.chain.atHeight(108)! });
    first.chain.acceptHeader(orphanParent.header);
    const orphan = buildBlock({ parent: first.chain.node(orphanParent.header.hash)! });
    first.chain.acceptBlock(orphan);
    const bad = buildBlock({ parent: first.chain.tip, valueSat: 10_000_000_000n });
    expect(reasonOf(first.chain.acceptBlock(bad))).toBe('bad-cb-amount');
    const before = digest(first.chain);
    await first.state.close();
    const second = createTestChain({ datadir, txindex: true });
    expect(digest(second.chain)).toBe(before);
    expect(isVerified(second.chain, 4, 0)).toBe(true);
    expect(second.chain.blockOf(payment.txid)).toBe(second.chain.tip.hash);
    expect(reasonOf(second.chain.acceptBlock(bad))).toBe('duplicate-invalid');
    expect(second.chain.node(orphan.header.hash)!.chainTxCount).toBe(0);
    expect(reasonOf(second.chain.acceptBlock(orphanParent))).toBeUndefined();
    expect(second.chain.node(orphan.header.hash)!.chainTxCount).toBe(111);
    second.chain.invalidate(second.chain.tip.hash);
    expect(second.chain.coin({ txid: payment.txid, vout: 0 })).toBeUndefined();
    expect(isVerified(second.chain, 4, 0)).toBe(true);
    await second.state.close();
  });

  it('builds the index of transactions when it is switched on, and drops it when it is switched off', async () => {
    const first = createTestChain({ datadir });
    first.mine(5);
    const { txid } = coinbaseOutpoint(first.chain, 3);
    const { hash } = first.chain.atHeight(3)!;
    expect(first.chain.blockOf(txid)).toBeUndefined();
    await first.state.close();
    for (const txindex of [true, false, true]) {
      const test = createTestChain({ datadir, txindex });
      expect(test.chain.blockOf(txid)).toBe(txindex ? hash : undefined);
      test.mine(1);
      expect(test.chain.blockOf(coinbaseOutpoint(test.chain, test.chain.tip.height).txid)).toBe(txindex ? test.chain.tip.hash : undefined);
      await test.state.close();
    }
  });

  it('restores a snapshot after later commits', async () => {
    const test = createTestChain({ datadir });
    test.mine(300);
    test.state.commit();
    const snapshot = test.state.snapshot();
    const before = digest(test.chain);
    test.mine(5);
    test.state.commit();
    test.chain.invalidate(test.chain.atHeight(298)!.hash);
    test.chain.prune(7);
    test.state.commit();
    expect(test.chain.block(test.chain.atHeight(7)!.hash)).toBeUndefined();
    test.state.restore(snapshot);
    expect(digest(test.chain)).toBe(before);
    expect(isVerified(test.chain, 4, 0)).toBe(true);
    await test.state.close();
    const again = createTestChain({ datadir });
    expect(digest(again.chain)).toBe(before);
    expect(isVerified(again.chain, 4, 0)).toBe(true);
    await again.state.close();
  });

  it('finds a block that was damaged on the disk, and no other one', async () => {
    const test = createTestChain({ datadir });
    test.mine(10);
    test.state.commit();
    const file = join(datadir, 'regtest/state/state.log');
    const bytes = readFileSync(file);
    const block = test.chain.block(test.chain.atHeight(4)!.hash)!.bytes;
    const at = bytes.indexOf(block);
    expect(at).toBeGreaterThan(0);
    bytes[at + block.length - 10]! ^= 1;
    writeFileSync(file, bytes);
    for (const level of [0, 1, 2, 3, 4]) {
      expect(isVerified(test.chain, level, 6), `level ${level}, the last 6 blocks`).toBe(true);
      expect(isVerified(test.chain, level, 7), `level ${level}, the last 7 blocks`).toBe(false);
    }
    await test.state.close();
  });

  it('loses no committed data when the process is killed', async () => {
    const code = `
      import { writeSync } from 'node:fs';
      import { createTestChain, buildBlock, spend, coinbaseOutpoint } from ${JSON.stringify(join(import.meta.dirname, 'testing/test-chain.ts'))};
      const test = createTestChain({ datadir: ${JSON.stringify(datadir)} });
      for (;;) {
        test.mine(3);
        const { height } = test.chain.tip;
        if (height > 110) {
          const transactions = [spend([coinbaseOutpoint(test.chain, height - 100)], [{ valueSat: 1n }, { valueSat: 2n }])];
          test.chain.acceptBlock(buildBlock({ parent: test.chain.tip, transactions }));
        }
        if (height % 5 === 0) test.chain.invalidate(test.chain.atHeight(height - 1).hash);
        test.state.commit();
        writeSync(1, test.chain.tip.hash + ' ' + test.chain.tip.height + '\\n');
      }`;
    let height = 0;
    for (const afterMs of [0, 13, 60, 111]) {
      const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      const ended = once(child, 'close');
      child.stdout.on('data', (chunk: Buffer) => {
        if (output === '') setTimeout(() => child.kill('SIGKILL'), afterMs);
        output += chunk.toString();
      });
      await ended;
      const lines = output.split('\n').slice(0, -1);
      expect(lines.length).toBeGreaterThan(0);
      const [hash] = lines.at(-1)!.split(' ') as [string];
      const test = createTestChain({ datadir });
      expect(test.chain.node(hash)?.hasData, `the last of ${lines.length} committed tips`).toBe(true);
      expect(isVerified(test.chain, 4, 0)).toBe(true);
      expect(test.chain.tip.height).toBeGreaterThan(height);
      ({ height } = test.chain.tip);
      await test.state.close();
    }
  });
});
