import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { coinStats } from './coin-stats.ts';
import {
  buildBlock,
  coinbaseOutpoint,
  createTestChain,
  digest,
  isVerified,
  reasonOf,
  spend,
  type TestChain,
} from './testing/test-chain.ts';

let datadir = '';

beforeEach(() => {
  datadir = mkdtempSync(join(tmpdir(), 'coind-coins-'));
});

afterEach(() => {
  rmSync(datadir, { recursive: true, force: true });
});

const stateFolder = (): string => join(datadir, 'regtest', 'state');
const logBytes = (): number => statSync(join(stateFolder(), 'state.log')).size;
/** The version in the header of the log, after its magic bytes. */
const logVersion = (): number => readFileSync(join(stateFolder(), 'state.log')).readUInt32LE(12);

function connect({ chain }: TestChain, transaction: ReturnType<typeof spend>): void {
  expect(reasonOf(chain.acceptBlock(buildBlock({ parent: chain.tip, transactions: [transaction] })))).toBeUndefined();
}

describe('the coins on disk', () => {
  it('take the same space for each spent output, whatever the number of outputs of its transaction', async () => {
    const SPENDS = 30;
    const perSpend: number[] = [];
    const test = createTestChain({ datadir });
    test.mine(110);
    for (const [at, outputs] of [SPENDS, 2_900].entries()) {
      const faucet = spend(
        [coinbaseOutpoint(test.chain, at + 1)],
        Array.from({ length: outputs }, () => ({ valueSat: 1_000n })),
      );
      connect(test, faucet);
      test.state.commit();
      const before = logBytes();
      for (let vout = 0; vout < SPENDS; vout++) {
        connect(test, spend([{ txid: faucet.txid, vout }], [{ valueSat: 900n }]));
        test.state.commit();
      }
      perSpend.push((logBytes() - before) / SPENDS);
    }
    await test.state.close();
    expect(perSpend[1]).toBeLessThan(perSpend[0]! * 1.02);
  });

  it('are read from a state in which the coins of each transaction are one value, as earlier versions wrote it', async () => {
    const recorded = join(import.meta.dirname, 'vectors', 'state-2');
    mkdirSync(stateFolder(), { recursive: true });
    writeFileSync(join(stateFolder(), 'state.log'), gunzipSync(readFileSync(join(recorded, 'state.log.gz'))));
    copyFileSync(join(recorded, 'state.mark'), join(stateFolder(), 'state.mark'));
    expect(logVersion()).toBe(2);
    const first = createTestChain({ datadir });
    expect(coinStats(first.chain)).toEqual({
      height: 105,
      bestblock: '6382e504c34b91c596cf4253f5599dc6885fa19c6294cb39952b10e233cef5b4',
      transactions: 108,
      txouts: 115,
      bogosize: 9660,
      hashSerialized2: '9265d616de2b9e5ae8c51555f8b6307a40e250536460e1d1da9938dc22af3eb6',
      diskSize: 9200,
      totalSat: 524_797_000_000n,
    });
    // Before the coins are written: a release that cannot read them must not open this log.
    expect(logVersion()).toBe(3);
    const before = digest(first.chain);
    await first.state.close();
    const second = createTestChain({ datadir });
    expect(digest(second.chain)).toBe(before);
    expect(isVerified(second.chain, 4, 0)).toBe(true);
    second.chain.invalidate(second.chain.atHeight(2)!.hash);
    expect(coinStats(second.chain)).toMatchObject({ height: 1, txouts: 1 });
    await second.state.close();
  });
});
