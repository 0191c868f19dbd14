import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from './require.ts';

const MAX_MEMORY_BYTES = 512 * 1024 ** 2;
/** That release stops at this height (MWEB). */
const MAX_LITECOIND_HEIGHT = 431;

interface Results {
  readonly preparation: {
    readonly peakRssBytes: number;
    readonly blocks: number;
    readonly wholeMs: number;
    readonly signedPerSecond: number;
  };
}

test.for(['embedded', 'process:litecoind'])(
  'a million transactions are prepared on %s, and read back, in less than 512 MB',
  async (target, ctx) => {
    if (target.includes('litecoind')) await needs(ctx, 'litecoind');
    const out = mkdtempSync(join(tmpdir(), 'pyx-million-'));
    try {
      const args = ['signing', '--transactions', '1000000', '--rounds', '1', '--target', target, '--out', out, '--json'];
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, '../scripts/bench.mjs'), ...args], {
        encoding: 'utf8',
      });
      expect(status, stderr).toBe(0);
      const { preparation } = JSON.parse(stdout) as Results;
      expect(preparation.peakRssBytes).toBeLessThan(MAX_MEMORY_BYTES);
      expect(preparation.blocks).toBeLessThanOrEqual(MAX_LITECOIND_HEIGHT);
      const { wholeMs, signedPerSecond, peakRssBytes } = preparation;
      process.stderr.write(
        `${target}: ${(wholeMs / 1000).toFixed(1)} s, ${signedPerSecond.toFixed(0)} signed per second, ${(peakRssBytes / 1024 ** 2).toFixed(0)} MB\n`,
      );
    } finally {
      rmSync(out, { recursive: true });
    }
  },
);
