import { setTimeout as delay } from 'node:timers/promises';
import type { TpsNode } from '../network/types.ts';

const POLL_MS = 50;

/**
 * Which of these transactions are not in the memory pool of a node, once it has loaded what it has kept. Of a node that does not say
 * when it has (`loaded` of getmempoolinfo), what is missing is waited for. Throws `NodeCallError`.
 */
export async function lacking(
  { call }: TpsNode,
  txids: readonly string[],
  { withinMs, signal }: { readonly withinMs: number; readonly signal: AbortSignal },
): Promise<string[]> {
  const until = performance.now() + withinMs;
  for (;;) {
    const { loaded } = (await call('getmempoolinfo')) as { readonly loaded?: boolean };
    const pool = new Set(await call('getrawmempool'));
    const missing = txids.filter((txid) => !pool.has(txid));
    if (missing.length === 0 || loaded === true || performance.now() > until) return missing;
    await delay(POLL_MS, undefined, { signal });
  }
}
