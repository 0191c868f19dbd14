import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Wire } from '../specs/model/wire.ts';
import { openEmbeddedTarget } from '../fixtures/targets/embedded-target.ts';
import { FaultProxy } from './support/fault-proxy.ts';
import { inFolder, pyx, resultsIn } from './support/pyx.ts';

const AFTER_CALLS = 150;

test('a node that changes its chain during the trial receives no more calls: exit 2, with a report of the results so far', () =>
  inFolder(async (folder) => {
    const target = openEmbeddedTarget();
    const proxies: FaultProxy[] = [];
    try {
      const node = await target.start('default');
      const proxy = await FaultProxy.start(() => node.client.address);
      proxies.push(proxy);
      let saidAt: number | undefined;
      proxy.plant({
        name: 'another chain',
        answer: (answer, call) => {
          if (call.method !== 'getblockchaininfo' || proxy.seen.length < AFTER_CALLS) return undefined;
          saidAt ??= proxy.seen.length;
          return { ...answer, result: { ...(answer.result as { [name: string]: Wire }), chain: 'main' } };
        },
      });
      const { code, stderr } = await pyx(
        ['run', '--target', proxy.address, '--family', 'chain,wallet', '--suite', 'methods,invariants', '--seed', '3', '--out', folder],
        {
          env: { PYX_RPC_USER: node.credentials?.user ?? '', PYX_RPC_PASSWORD: node.credentials?.password ?? '' },
        },
      );
      expect(code, stderr).toBe(2);
      expect(stderr).toContain(`the node at ${proxy.address} changed from the chain "regtest" to "main" during the run`);
      expect(saidAt).toBeGreaterThanOrEqual(AFTER_CALLS);
      expect(proxy.seen.slice(saidAt).map(({ method }) => method)).toEqual(['getblockchaininfo']);
      const { complete, totals } = await resultsIn(folder);
      expect(complete).toBe(false);
      expect(totals['passed']).toBeGreaterThan(0);
      expect(totals['skipped']).toBeGreaterThan(0);
      expect(existsSync(join(folder, 'junit.xml'))).toBe(true);
    } finally {
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await target.close();
    }
  }));
